import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import CallbackPage from '../features/auth/CallbackPage';
import ForgotPasswordPage from '../features/auth/ForgotPasswordPage';
import OperatorPage from '../features/auth/OperatorPage';
import PasswordLinkPage from '../features/auth/PasswordLinkPage';
import ReportPage from '../features/auth/ReportPage';
import SetupPage from '../features/auth/SetupPage';
import UnsubscribePage from '../features/auth/UnsubscribePage';
import VerifyAddressPage from '../features/auth/VerifyAddressPage';
import FormattingPage from '../features/help/FormattingPage';
import PublicLogPage from '../features/moderationLog/PublicLogPage';

/** The pages by the beginnings of their paths. */
const pages: Record<string, ComponentType> = {
  setup: SetupPage,
  reset: PasswordLinkPage,
  about: OperatorPage,
  report: ReportPage,
  forgot: ForgotPasswordPage,
  'mail/verify': VerifyAddressPage,
  'u/': UnsubscribePage,
  help: FormattingPage,
  log: PublicLogPage,
  'oidc/callback/': CallbackPage,
};

/** Pages that few users open. They share a chunk: the list of chunks loads with every page. */
export default function RarePages() {
  const { pathname } = useLocation();
  const path = Object.keys(pages).find((path) => pathname.startsWith(`/${path}`)) ?? '';
  const Page = pages[path];
  return Page && <Page />;
}
