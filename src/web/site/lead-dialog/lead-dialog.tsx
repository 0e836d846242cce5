import { leadFields } from '#contract/capture.ts'
import { pageAfterLead } from '#contract/lead-pages.ts'
import type { ReturnedForm } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'

type Words = SiteContent['leadForm']

/** A field of the lead form. */
type FieldName = keyof typeof leadFields

const refusalOf = (name: FieldName, value: string): string =>
  leadFields[name].safeParse(value).error?.issues[0]?.message ?? ''

/** What the form says of an empty and of an unreadable field. */
const fieldMessages = (words: Words): Record<FieldName, { missing: string; mismatch: string }> => ({
  name: { missing: words.nameMissing, mismatch: '' },
  email: { missing: words.emailMissing, mismatch: words.emailUnreadable },
  phone: { missing: words.phoneMissing, mismatch: '' },
})

/** The server's sentence about a field as the owner words it, so that page and returned form say the same. */
function inOwnersWords(name: FieldName, error: string | undefined, words: Words): string | undefined {
  const { missing, mismatch } = fieldMessages(words)[name]
  if (error === refusalOf(name, '')) return missing
  return mismatch && error === refusalOf(name, 'no address') ? mismatch : error
}

const keyboards = {
  name: { type: 'text', autoComplete: 'name', inputMode: 'text', autoCapitalize: 'words', maxLength: 200 },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', autoCapitalize: 'off', maxLength: 254 },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', autoCapitalize: 'off', maxLength: 40 },
} as const

function LeadField(props: {
  name: FieldName
  words: SiteContent['leadForm']
  last: boolean
  form: ReturnedForm | undefined
}) {
  const { name, words, last, form } = props
  const label = words[`${name}Label`]
  const error = inOwnersWords(name, form?.errors[name], words)
  const id = `lead-${name}`
  const message = fieldMessages(words)[name]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        required
        {...keyboards[name]}
        enterKeyHint={last ? 'send' : 'next'}
        defaultValue={form?.values[name] ?? ''}
        aria-describedby={`${id}-error`}
        aria-invalid={error ? true : undefined}
        data-missing={message.missing}
        data-mismatch={message.mismatch}
      />
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}

/** One page's lead dialog: which path it belongs to, its words, and what came back of a submit. */
export type LeadDialogProps = {
  path: string
  words: SiteContent['home']['dialog']
  content: SiteContent
  form: ReturnedForm | undefined
}

/**
 * The lead dialog. Without JavaScript the address fragment `#access` shows it and the form posts by itself; the
 * script turns the same markup into a modal dialog.
 */
export function LeadDialog({ path, words, content, form }: LeadDialogProps) {
  const { leadForm, consent } = content
  const alert =
    form && (form.alert ?? (Object.keys(form.errors).length > 0 ? leadForm.invalid : leadForm.failure))
  // A form that came back stands at the address it was posted to; closing it leads back to its page.
  const closed = form ? path : '#closed'
  return (
    <dialog
      id="access"
      className={form ? 'access access-returned' : 'access'}
      open={Boolean(form)}
      aria-labelledby="access-title"
    >
      <div className="access-sheet">
        <a className="access-close" href={closed}>
          <span className="unseen">{leadForm.close}</span>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
          </svg>
        </a>
        <h2 id="access-title">{words.title}</h2>
        <p className="access-intro">{words.intro}</p>
        <form
          className="access-form"
          method="post"
          action="/api/capture-lead"
          data-success={pageAfterLead(path)}
          data-busy={words.busy}
          data-failure={leadForm.failure}
          data-invalid={leadForm.invalid}
        >
          <p className="access-alert" role="alert">
            {alert}
          </p>
          {(['name', 'email', 'phone'] as const).map((name) => (
            <LeadField key={name} name={name} words={leadForm} last={name === 'phone'} form={form} />
          ))}
          {consent.offerCall && (
            <label className="access-call">
              <input type="checkbox" name="callConsent" defaultChecked={form?.values.callConsent === 'on'} />
              <span>{consent.callLabel}</span>
            </label>
          )}
          <div className="access-trap" aria-hidden="true">
            <label>
              Website
              <input name="website" type="text" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <input type="hidden" name="page" value={path} />
          <input type="hidden" name="consentVersion" value={consent.version} />
          <button className="button access-send" type="submit">
            {words.button}
          </button>
          <p className="access-note">{words.note}</p>
          <p className="access-consent">{consent.text}</p>
        </form>
      </div>
    </dialog>
  )
}
