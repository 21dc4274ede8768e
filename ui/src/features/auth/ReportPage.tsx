import { type FormEvent, useId, useState } from 'react';
import { base } from '../../api/base';
import { post } from '../../api/client';
import { reportLimits } from '../../api/generated';
import { NotFoundMessage } from '../../components/NotFoundMessage';
import { Field } from '../../components/TextField';
import { site } from '../../lib/site';
import { useAction } from '../../lib/useAction';
import styles from './AuthPage.module.css';
import { CardPage } from './CardPage';

const nothing = { address: '', place: '', text: '', name: '', mail: '' };

/** Reports illegal content to the moderators of the site, without an account. */
export default function ReportPage() {
  const [report, setReport] = useState(nothing);
  const [isSent, setSent] = useState(false);
  const { busy, error, setError, run } = useAction('The report could not be sent');
  const id = useId();
  const back = <a href={`${base}/`}>{site.title}</a>;
  if (!site.visitorReports)
    return (
      <main className="p-4">
        <NotFoundMessage title="There is no such page">{back}</NotFoundMessage>
      </main>
    );
  const change = (field: keyof typeof nothing) => (value: string) => {
    setReport((report) => ({ ...report, [field]: value }));
    setSent(false);
    setError(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await run(() => post('/report/addReport', report)))) return;
    setSent(true);
    setReport(nothing);
  };
  return (
    <CardPage title="Report illegal content">
      <form onSubmit={submit} noValidate className={styles.form} aria-describedby={`${id}-error`}>
        <p className="muted mb-0">
          Moderators of this site decide. Members report within the site: there they can also report spam and abuse.
        </p>
        <Field
          label="Address of the content on this site"
          type="url"
          placeholder="https://…"
          value={report.address}
          onChange={change('address')}
        />
        <Field
          label="Country or law that forbids it"
          maxLength={reportLimits.line}
          value={report.place}
          onChange={change('place')}
        />
        <div>
          <label htmlFor={`${id}-text`} className="form-label">
            Why is it illegal?
          </label>
          <textarea
            id={`${id}-text`}
            className="form-control"
            dir="auto"
            rows={5}
            maxLength={reportLimits.text}
            required
            value={report.text}
            onChange={(event) => change('text')(event.target.value)}
          />
        </div>
        <Field
          label="Your name (optional)"
          autoComplete="name"
          required={false}
          maxLength={reportLimits.line}
          value={report.name}
          onChange={change('name')}
        />
        {site.features.mail && (
          <Field
            label="Your e-mail address, for the decision (optional)"
            type="email"
            autoComplete="email"
            required={false}
            value={report.mail}
            onChange={change('mail')}
          />
        )}
        <p className="small muted mb-0">
          {site.features.mail
            ? 'Only moderators of the site see your name; nobody sees your address. Both are erased 30 days after the decision.'
            : 'Only moderators of the site see your name. It is erased 30 days after the decision.'}
        </p>
        <p id={`${id}-error`} role="alert" className="error-line">
          {error && (error.detail ?? error.text)}
        </p>
        <p role="status" className="success-line">
          {isSent && 'Thank you. The moderators of this site have your report.'}
        </p>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Send the report
        </button>
      </form>
      <p className="mb-0">Back to {back}</p>
    </CardPage>
  );
}
