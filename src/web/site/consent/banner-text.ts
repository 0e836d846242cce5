import type { SiteContent } from '#contract/site-content.ts'
import type { BarWords } from './consent-bar.tsx'

type Asking = Pick<SiteContent, 'pixel' | 'adConsent'>

/** Whether pages carry the banner: somebody may have to be asked, or there are adverts to say no to. */
export const offersChoice = ({ pixel, adConsent }: Asking): boolean =>
  pixel.id !== '' || adConsent.ask !== 'never'

/** The banner's words as one question. Without a pixel nothing is said of adverts, and a yes to it is not one to them. */
export function bannerText({ pixel, adConsent }: Asking): SiteContent['adConsent'] {
  if (pixel.id !== '') return { ...adConsent, text: `${adConsent.visit} ${adConsent.text}` }
  return { ...adConsent, text: adConsent.visit, version: `${adConsent.version}-visits` }
}

/** Of the banner's words those that the bar shows. */
export const barWords = ({
  label,
  text,
  signal,
  decline,
  accept,
  close,
}: SiteContent['adConsent']): BarWords => ({
  label,
  text,
  signal,
  decline,
  accept,
  close,
})
