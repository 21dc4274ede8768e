import { expect, newName, signUp, test } from './site';

test('an editor continues lists, formats by keys and keeps pasted formatting, and each is undone', async ({ page }) => {
  await signUp(page, newName());
  await page.goto('/new/question');
  const field = page.getByLabel('Question Text');
  const preview = page.getByRole('region', { name: 'Preview' });
  await test.step('keys', async () => {
    await field.pressSequentially('- oak');
    await field.press('Enter');
    await field.pressSequentially('bark');
    await field.press('Tab');
    await expect(field).toHaveValue('- oak\n  - bark');
    await field.press('Shift+Home');
    await field.press('Control+b');
    await expect(field).toHaveValue('- oak\n**  - bark**');
    await field.press('Control+z');
    await expect(field).toHaveValue('- oak\n  - bark');
    await expect(preview.locator('li li')).toHaveText('bark');
  });
  await test.step('a table', async () => {
    await field.fill('Prices:');
    await field.evaluate((area) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'a\tb\n1\t2');
      clipboardData.setData(
        'text/html',
        '<table><tr><td>a</td><td><b>b</b></td></tr><tr><td>1</td><td>2</td></tr></table>',
      );
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(field).toHaveValue('Prices:\n\n| a | **b** |\n|---|---|\n| 1 | 2 |');
    await expect(preview.getByRole('cell', { name: '2' })).toBeVisible();
    await field.press('Control+z');
    await expect(field).toHaveValue('Prices:');
  });
  await test.step('the keyboard leaves it', async () => {
    await field.fill('- item');
    await field.press('Escape');
    await field.press('Tab');
    await expect(field).not.toBeFocused();
    await expect(field).toHaveValue('- item');
  });
});
