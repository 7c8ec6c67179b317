import { test, expect } from '@playwright/test';

test('shop', async ({ page }) => {
  await page.goto('https://shop.example/login');
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('ada@shop.example');
  await page.getByLabel('Password').first().fill(process.env.SHOP_PASSWORD ?? '');
  await page.getByLabel('Again').first().fill(process.env.SHOP_PASSWORD ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
  await expect(page).toHaveURL(/.*\/home/);
  await page.getByText('Lamps').first().click();
  await page.locator('li').filter({ hasText: /^\s*Red\s*$/ }).getByRole('button').nth(1).click();
  await page.frameLocator('iframe#pay').getByRole('checkbox').first().check();
  await page.getByLabel('Country').first().selectOption('de');
  await page.getByLabel('Country').first().selectOption('Bonn');
  await expect(page.getByText('Thanks').first()).toBeVisible({ timeout: 3000 });
  await expect(page.locator('.error').first()).toBeHidden();
  await expect(page.locator('#sum').filter({ hasText: /^\s*12\.50\s*$/ }).first()).toBeVisible();
  await page.getByPlaceholder('Code').first().fill(process.env.SHOP_CODE ?? '');
  await page.getByPlaceholder('Token').first().fill(`a-${process.env.SHOP_TOKEN}`);
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Terms' }).first().click();
  const page1 = await page1Promise;
  await page1.getByRole('button', { name: 'Print' }).first().click();
  await page1.close();
  await page.waitForURL(/^https:\/\/shop\.example\/end(?:\?[^#]*)?(?:#.*)?$/);
  await page.getByTestId('menu').or(page.locator('#menu')).first().click();
});
