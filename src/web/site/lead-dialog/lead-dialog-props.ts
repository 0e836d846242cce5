import { leadFields } from '#contract/capture.ts'
import type { PageRequest, ReturnedForm } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { LeadDialogProps, ReturnedLead } from './lead-dialog.tsx'
import { type FieldErrors, type FieldName, fieldMessages, fieldNames } from './lead-words.ts'

const refusalOf = (name: FieldName, value: string): string =>
  leadFields[name].safeParse(value).error?.issues[0]?.message ?? ''

/** The server's sentence about a field as the owner words it, so that page and returned form say the same. */
function inOwnersWords(name: FieldName, error: string, words: SiteContent['leadForm']): string {
  const { missing, mismatch } = fieldMessages(words)[name]
  if (error === refusalOf(name, '')) return missing
  return mismatch && error === refusalOf(name, 'no address') ? mismatch : error
}

function returnedLead(form: ReturnedForm, words: SiteContent['leadForm']): ReturnedLead {
  const errors: FieldErrors = {}
  for (const name of fieldNames) {
    const error = form.errors[name]
    if (error) errors[name] = inOwnersWords(name, error, words)
  }
  const overall = Object.keys(form.errors).length > 0 ? words.invalid : words.failure
  return { values: form.values, advert: form.advert, errors, alert: form.alert ?? overall }
}

/** What one page's lead dialog needs to know, and no more: it travels with the page. */
export function leadDialogProps(
  path: string,
  words: LeadDialogProps['words'],
  content: SiteContent,
  request: Pick<PageRequest, 'form' | 'isPreview'>,
): LeadDialogProps {
  const { text, version, offerCall, callLabel } = content.consent
  return {
    path,
    words,
    leadForm: content.leadForm,
    consent: { text, version, callLabel: offerCall ? callLabel : undefined },
    returned: request.form && returnedLead(request.form, content.leadForm),
    isPreview: request.isPreview,
  }
}
