import type { ApplicationFormProps } from './application-props.ts'

/** What stands under the details of a person: what they agree to and, with their number, the call they may wish for. */
export function Agreement(
  props: Pick<ApplicationFormProps, 'consent'> & { withNumber: boolean; isTicked?: boolean | undefined },
) {
  const { consent, withNumber, isTicked } = props
  return (
    <div className="application-agreement">
      {withNumber && consent.callLabel && (
        <label className="application-call">
          <input type="checkbox" name="callConsent" defaultChecked={isTicked} />
          <span>{consent.callLabel}</span>
        </label>
      )}
      <p className="application-consent">{consent.text}</p>
    </div>
  )
}

/** A field that people neither see nor hear of, yet machines fill in. */
export function Trap() {
  return (
    <div className="application-trap" aria-hidden="true">
      <label>
        Website
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
