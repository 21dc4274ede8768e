import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { installFakeServer, rejection } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { Indexing } from './Indexing';

const fakeServer = installFakeServer();
const box = () => screen.getByRole('checkbox', { name: 'Let search engines show my profile and my name' });
beforeEach(() => fakeServer.on('GET /user/getIndexing', () => false));

describe('what search engines may show', () => {
  it('is nothing until the member allows it', async () => {
    fakeServer.on('PATCH /user/setIndexing', ({ body }) => JSON.parse(body ?? '').allow);
    renderApp(<Indexing />);
    await waitFor(() => expect(box()).toHaveAttribute('aria-disabled', 'false'));
    expect(box()).not.toBeChecked();
    await userEvent.click(box());
    await waitFor(() => expect(box()).toBeChecked());
    expect(fakeServer.requests.at(-1)?.body).toBe('{"allow":true}');
  });

  it('stays as it was if it cannot be saved', async () => {
    fakeServer.on('PATCH /user/setIndexing', () => rejection(503));
    renderApp(<Indexing />);
    await waitFor(() => expect(box()).toHaveAttribute('aria-disabled', 'false'));
    await userEvent.click(box());
    expect(await screen.findByText(/busy/)).toBeVisible();
    expect(box()).not.toBeChecked();
  });
});
