import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../api/generated';
import { ReasonDialog } from './ReasonDialog';

const user = userEvent.setup();

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const show = (empty?: null) => {
  const [call, onClose] = [vi.fn(async () => {}), vi.fn()];
  render(
    <ReasonDialog
      title="Lock it?"
      action="Lock"
      errorText="Error while locking"
      call={call}
      onClose={onClose}
      {...(empty === null && { empty })}
    >
      Nobody can answer it.
    </ReasonDialog>,
  );
  return { call, onClose };
};

it('needs a reason, and focuses the field without one', async () => {
  const { call, onClose } = show();
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(screen.getByText('Reason cannot be empty')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Reason' });
  expect(field).toHaveFocus();
  await user.type(field, 'off');
  expect(screen.queryByText('Reason cannot be empty')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(call).toHaveBeenCalledExactlyOnceWith('off');
  expect(onClose).toHaveBeenCalledOnce();
});

it('refuses a reason that is too long', async () => {
  const { call } = show();
  await user.click(screen.getByRole('textbox'));
  await user.paste('x'.repeat(limits.reason + 1));
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(screen.getByRole('alert')).toBeVisible();
  expect(call).not.toHaveBeenCalled();
});

it('accepts an empty text where it is optional', async () => {
  const { call } = show(null);
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(call).toHaveBeenCalledExactlyOnceWith('');
});

it('stays open with the error if the action fails', async () => {
  const { call, onClose } = show();
  call.mockRejectedValueOnce(new Error('no'));
  await user.type(screen.getByRole('textbox'), 'off');
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(await screen.findByText('Error while locking')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
