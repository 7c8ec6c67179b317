import { test, expect } from '@playwright/test';

test.use({ viewport: { width: 800, height: 600 } });

test('Buy a lamp', async ({ page }) => {
  await page.goto('https://shop.example/login');
  await page.getByRole('textbox', { name: 'E-mail' }).click();
  await page.getByLabel('E-mail').fill('ada@shop.example');
  await page.getByLabel('E-mail').press('Tab');
  await page.getByLabel('Password', { exact: true }).fill('it\'s ${secret} "x"');
  await page.getByPlaceholder('Code').fill(process.env.SHOP_CODE ?? '');
  await page.getByPlaceholder('Token').fill(`a-${process.env.SHOP_TOKEN}\n-b`);
  await page.getByRole('button', { name: 'Log in', exact: true }).click({ timeout: 2500 });
  await page.waitForURL('**/home*');
  await expect(page).toHaveURL(/\/home\?u=\d+$/);
  await expect(page).toHaveTitle('Shop');
  await page.getByTestId('menu').hover();
  await page.getByText('Lamps').first().click();
  await page.getByAltText('Lamp').dblclick();
  await page.getByTitle('Big one').click();
  await page.locator('li').filter({ hasText: 'Red' }).getByRole('button').nth(1).click();
  await page.locator('li', { hasText: /^Blue$/ }).last().click({ button: 'right' });
  await page.locator('li', { hasText: /^Blue$/ }).last().click();
  await page.locator('li').filter({ has: page.locator('b.new') }).click();
  await page.locator('li').filter({ hasText: /Re+d/ }).click();
  await page.locator('//table//td[2] >> text="Sum"').click();
  await page.locator('button:has-text("Pay")').or(page.getByRole('link', { name: /^Pay$/ })).click();
  await page.locator('#pay').contentFrame().getByRole('checkbox', { name: 'I agree' }).check();
  await page.frameLocator('iframe >> nth=1').locator('#gift').uncheck();
  await page.getByRole('combobox').selectOption('de');
  await page.getByRole('combobox').selectOption([{ label: 'Bonn' }]);
  await page.getByRole('combobox').selectOption({ label: 'Bonn' });
  await page.locator('#size').selectOption(['s', 'm']);
  await page.getByRole('heading', { name: 'Basket', level: 2 }).waitFor();
  await page.locator('.spinner').waitFor({ state: 'hidden', timeout: 4000 });
  await page.locator('#file').setInputFiles('me.png');
  await page.locator('#a').dragTo(page.locator('#b'));
  await page.locator('#note').pressSequentially('Hi', { delay: 100 });
  await page.keyboard.press('Control+A');
  await page.keyboard.type('x');
  await expect(page.getByText('Thanks')).toBeVisible();
  await expect(page.locator('.error')).not.toBeVisible();
  await expect(page.locator('.error')).toBeHidden();
  await expect(page.locator('#sum')).toHaveText('12.50');
  await expect(page.locator('#sum')).toContainText('12');
  await expect(page.locator('body')).toContainText('Your order');
  await expect(page.locator('#agree')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Pay' })).not.toBeEnabled();
  await expect(page.locator('li')).toHaveCount(3);
  await expect(page.locator('li')).toHaveCount(1);
  await expect(page.locator('tr')).toHaveCount(0, { timeout: 1000 });
  await expect(page.locator('#name')).toHaveValue('Ada');
  await expect(page.locator('a.next')).toHaveAttribute('rel', 'next');
  await expect(page.locator('ul')).toMatchAriaSnapshot(`- list`);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
  await page.waitForFunction(() => window.ready === true);
  await page.evaluate('scrollTo(0, 100)');
  await page.reload();
  await page.screenshot({ path: 'shop.png', fullPage: true });
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Terms' }).click();
  const page1 = await page1Promise;
  await page1.getByRole('button', { name: 'Print' }).click();
  const pay = page.getByRole('button', { name: 'Pay now' });
  await pay.click();
  page.once('dialog', dialog => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  if (await page.getByText('Again').isVisible()) {
    await page.getByText('Again')
      .click();
  }
  await test.step('leave', async () => {
    await page.click('text=Log out');
    await page.waitForSelector('#bye');
  });
  const x = 1 + y;
  // dyncrawl: - repeat:
  // dyncrawl:     while: .more
  // dyncrawl:     steps: [{click: .more}]
  await page.goto('/relative');
});
