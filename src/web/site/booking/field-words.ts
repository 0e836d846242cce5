import type { SiteContent } from '#contract/site-content.ts'
import type { FieldWords } from './details-form.tsx'

/** What every form of the site says of a missing or unreadable field. */
export const fieldWordsOf = ({
  leadForm: { nameMissing, emailMissing, emailUnreadable },
}: Pick<SiteContent, 'leadForm'>): FieldWords => ({ nameMissing, emailMissing, emailUnreadable })
