import re
from playwright.sync_api import Playwright, sync_playwright, expect


def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context(storage_state="auth.json")
    page = context.new_page()
    page.goto("https://shop.example/login")
    page.get_by_role("textbox", name="E-mail").fill("ada@shop.example")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_label("Again").fill("correct horse")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(re.compile(r".*/home"))
    page.get_by_text("Lamps").first.click()
    page.locator("li").filter(has_text=re.compile(r"^Red$")).get_by_role("button").nth(1).click()
    page.locator("#pay").content_frame.get_by_role("checkbox").check()
    page.get_by_label("Country").select_option("de")
    page.get_by_label("Country").select_option(label="Bonn")
    expect(page.get_by_text("Thanks")).to_be_visible(timeout=3000)
    expect(page.locator(".error")).not_to_be_visible()
    expect(page.locator("#sum")).to_have_text(
        "12.50"
    )
    page.get_by_placeholder("Code").fill(os.environ["SHOP_CODE"])
    page.get_by_placeholder("Token").fill(f"a-{os.getenv('SHOP_TOKEN')}")
    with page.expect_popup() as page1_info:
        page.get_by_role("link", name="Terms").click()
    page1 = page1_info.value
    page1.get_by_role("button", name="Print").click()
    page.wait_for_url("https://shop.example/end")
    page.get_by_test_id("menu").or_(page.locator("#menu")).click()

    # ---------------------
    context.close()
    browser.close()


with sync_playwright() as playwright:
    run(playwright)
