// Gives the login form a new captcha on request; the old picture is void then.
"use strict";
document.getElementById("captcha-refresh")?.addEventListener("click", (event) => {
  event.preventDefault();
  const image = document.getElementById("captcha-image");
  image.src = "/renren/captcha.png?rnd=" + Math.random();
  const input = document.getElementById("captcha");
  input.value = "";
  input.focus();
});
