package captcha

// Kind is a kind of challenge and how it is recognised on a page.
type Kind struct {
	Name     string
	Selector string // CSS; one of what it finds is visible where the challenge is shown
}

// LeftToPeople lists the challenges that are never solved here: those that a
// third party runs to keep programs out, and those that want a movement instead
// of a text. Badges that ask nothing of anybody are not among them.
func LeftToPeople() []Kind {
	return []Kind{
		{"a reCAPTCHA", `iframe[src*="/recaptcha/api2/anchor"]:not(.grecaptcha-badge iframe), ` +
			`iframe[src*="/recaptcha/enterprise/anchor"]:not(.grecaptcha-badge iframe), ` +
			`iframe[src*="/recaptcha/api2/bframe"], .g-recaptcha:not([data-size="invisible"])`},
		{"an hCaptcha", `iframe[src*="hcaptcha.com"], .h-captcha:not([data-size="invisible"])`},
		{"a Turnstile challenge", `.cf-turnstile, #challenge-stage, #cf-challenge-running, iframe[src*="challenges.cloudflare.com"]`},
		{"an Arkose challenge", `iframe[src*="arkoselabs.com"], iframe[src*="funcaptcha.com"], #FunCaptcha, #arkose`},
		{"a DataDome challenge", `iframe[src*="captcha-delivery.com"]`},
		{"a HUMAN challenge", `#px-captcha`},
		{"an AWS WAF challenge", `awswaf-captcha, #captcha-container[data-awswaf]`},
		{"a GeeTest challenge", `.geetest_holder, .geetest_captcha, .geetest_radar_tip, .geetest_panel`},
		{"a Tencent captcha", `#tcaptcha_iframe, #tcaptcha_iframe_dy, iframe[src*="captcha.qq.com"], iframe[src*="captcha.gtimg.com"]`},
		{"a NetEase captcha", `.yidun, .yidun_panel`},
		{"an Alibaba captcha", `#nocaptcha .nc_wrapper, .nc-container .nc_wrapper, #aliyunCaptcha-window-popup`},
		{"a Friendly Captcha", `.frc-captcha`},
		{"a slider", `.slide-verify, .slidercaptcha, .slider-captcha, .verify-slide, .drag-captcha`},
		{"a rotating picture", `.rotate-captcha, .rotateverify-contaniner`},
	}
}
