import ForgotPasswordPage from './ForgotPasswordPage';
import PasswordLinkPage from './PasswordLinkPage';
import SetupPage from './SetupPage';
import UnsubscribePage from './UnsubscribePage';
import VerifyAddressPage from './VerifyAddressPage';

const pages = {
  setup: SetupPage,
  password: PasswordLinkPage,
  forgotten: ForgotPasswordPage,
  address: VerifyAddressPage,
  unsubscribe: UnsubscribePage,
};

/** One of the pages for links that lead into an account. They share a chunk: few visitors need one of them. */
export default function LinkPage({ page }: { page: keyof typeof pages }) {
  const Page = pages[page];
  return <Page />;
}
