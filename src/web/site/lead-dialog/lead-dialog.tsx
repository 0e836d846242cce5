import { useRef } from 'react'
import type { Attribution } from '#contract/attribution.ts'
import { leadMagnetOf } from '#contract/lead-magnet.ts'
import { pageAfterLead } from '#contract/lead-pages.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { useDialog } from '#web/site/island/use-dialog.ts'
import { useReturn } from '#web/site/island/use-return.ts'
import { reached } from '#web/site/pixel/moments.ts'
import { askUnanswered } from './known-lead.ts'
import { LeadField } from './lead-field.tsx'
import { type FieldErrors, fieldNames } from './lead-words.ts'
import { useKnownLead } from './use-known-lead.ts'
import { useLeadForm } from './use-lead-form.ts'

/** A form that was posted without scripts and came back: what was typed, the advert it had, and what to mend. */
export type ReturnedLead = {
  values: Record<string, string>
  advert: Attribution
  errors: FieldErrors
  alert: string
}

/** One page's lead dialog: which path it belongs to, its words, and what came back of a submit without scripts. */
export type LeadDialogProps = {
  path: string
  words: SiteContent['home']['dialog']
  leadForm: SiteContent['leadForm']
  /** `callLabel` stands where the form offers the automated call. */
  consent: { text: string; version: string; callLabel?: string }
  returned?: ReturnedLead
  /** For the owner's eyes: nothing is looked up and nothing is sent. */
  isPreview?: boolean
}

/** Where on the sheet the opening starts: the middle of what was pressed. */
function openFrom(sheet: HTMLElement, opener: Element): void {
  const from = opener.getBoundingClientRect()
  const to = sheet.getBoundingClientRect()
  sheet.style.setProperty('--from-x', `${Math.round(from.x + from.width / 2 - to.x)}px`)
  sheet.style.setProperty('--from-y', `${Math.round(from.y + from.height / 2 - to.y)}px`)
}

/** What the owner is told in place of sending, and the way a visitor would go on. */
function PreviewAnswer({ path }: { path: string }) {
  const next = `/api/site/preview?path=${encodeURIComponent(pageAfterLead(path))}`
  return (
    <span className="access-previewed">
      This is a preview: your form works, and nothing was sent. <a href={next}>Go on as a visitor would</a>
    </span>
  )
}

/**
 * The lead dialog. Until it comes to life in the browser, and without scripts, the fragment `#access` shows it and
 * its form posts by itself.
 */
export function LeadDialog(props: LeadDialogProps) {
  const { path, words, leadForm, consent, returned, isPreview = false } = props
  const sheet = useRef<HTMLDivElement>(null)
  const known = useKnownLead(isPreview)
  const lead = useLeadForm(path, leadForm, { returned, isPreview, consentVersion: consent.version, known })
  const { isAlive, dialog, close } = useDialog('#access', {
    isOpenFirst: returned !== undefined,
    onOpen(by, hasFocus) {
      reached('popup')
      // Who gave their details before should not have to give them again.
      if (!isPreview) askUnanswered()
      // What was shown before this page came to life may have been there as long as the page.
      lead.askedFor(by?.at ?? 0)
      if (by && sheet.current) openFrom(sheet.current, by.on)
      if (!hasFocus) lead.focusFirst()
    },
    onClosed: lead.closed,
  })
  useReturn(() => {
    lead.reset()
    close()
  })
  return (
    <dialog
      id="access"
      className={returned && !isAlive ? 'access access-returned' : 'access'}
      open={returned !== undefined}
      aria-labelledby="access-title"
      {...dialog}
    >
      <div className="access-sheet" ref={sheet}>
        <a
          className="access-close"
          // A form that came back stands at the address it was posted to; closing it leads back to its page.
          href={returned ? path : '#closed'}
          onClick={(event) => {
            event.preventDefault()
            close()
          }}
        >
          <span className="unseen">{leadForm.close}</span>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
          </svg>
        </a>
        <h2 id="access-title">{words.title}</h2>
        <form
          className="access-form"
          method="post"
          action="/api/capture-lead"
          noValidate={isAlive}
          ref={lead.form}
          onSubmit={lead.onSubmit}
          onInput={lead.onInput}
        >
          {/* What went wrong takes the place of the introduction, so that nothing moves. */}
          <div
            className={lead.alert || lead.isPreviewed ? 'access-said access-failed' : 'access-said'}
            data-room={leadForm.failure}
          >
            <p className="access-intro">{words.intro}</p>
            <p className="access-alert" role="alert">
              {lead.alert}
              {lead.isPreviewed && <PreviewAnswer path={path} />}
            </p>
          </div>
          {fieldNames.map((name) => (
            <LeadField
              key={name}
              name={name}
              label={leadForm[`${name}Label`]}
              value={returned?.values[name] ?? lead.draft[name] ?? known?.[name] ?? ''}
              error={lead.errors[name]}
              isLast={name === 'phone'}
            />
          ))}
          {consent.callLabel && (
            <label className="access-call">
              <input
                type="checkbox"
                name="callConsent"
                defaultChecked={returned?.values.callConsent === 'on'}
              />
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
          <input type="hidden" name="lead_magnet" value={leadMagnetOf(path)} />
          <input type="hidden" name="consentVersion" value={consent.version} />
          {Object.entries(returned?.advert ?? {}).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <button className="button access-send" type="submit" disabled={lead.isSending} ref={lead.button}>
            {lead.isSending ? words.busy : words.button}
          </button>
          <p className="access-note">{words.note}</p>
          <p className="access-consent">{consent.text}</p>
        </form>
      </div>
    </dialog>
  )
}
