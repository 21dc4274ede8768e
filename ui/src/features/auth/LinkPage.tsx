import ForgotPasswordPage from './ForgotPasswordPage';
import OperatorPage from './OperatorPage';
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
  operator: OperatorPage,
};

/** One of the pages that need no session: for links that lead into an account, and the operator's. They share a chunk: few visitors need one of them. */
export default function LinkPage({ page }: { page: keyof typeof pages }) {
  const Page = pages[page];
  return <Page />;
}
