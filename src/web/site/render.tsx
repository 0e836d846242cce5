import { renderToStaticMarkup } from 'react-dom/server'
import { withoutHiddenClaims } from '#contract/claim-answers.ts'
import { fillIn } from '#contract/fill-in.ts'
import type { PageRequest, RenderedPage, ReturnedForm } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { pixelPlan } from '#contract/site-content-pixel.ts'
import fontStyles from '#web/design/fonts.css?inline'
import tokenStyles from '#web/design/tokens.css?inline'
import { bannerText, barWords, offersChoice } from './consent/banner-text.ts'
import consentBarStyles from './consent/consent-bar.css?inline'
import { ConsentBar } from './consent/consent-bar.tsx'
import openOutsideStyles from './in-app/open-outside.css?inline'
import { OpenOutside } from './in-app/open-outside.tsx'
import { Island } from './island/island.tsx'
import { LeadDialog } from './lead-dialog/lead-dialog.tsx'
import { leadDialogProps } from './lead-dialog/lead-dialog-props.ts'
import { sharedPicture } from './og/shared-pictures.ts'
import baseStyles from './page/base.css?inline'
import { brandStyles } from './page/brand-styles.ts'
import { Document, EndOfLayout } from './page/document.tsx'
import { FootChoices } from './page/foot-choices.tsx'
import { withPictureHosts } from './page/picture-hosts.ts'
import { SiteFooter } from './page/site-footer.tsx'
import systemDarkStyles from './page/system-dark.css?inline'
import { systemDark } from './page/system-dark.ts'
import { withPixelHosts } from './pixel/pixel-hosts.ts'
import { findPage, publicPages } from './public-pages.ts'

/** Every path that has a page. */
export const publicPaths: string[] = Object.keys(publicPages)

/** The consent words as the pages show them, names filled in. */
export const shownConsent = (content: SiteContent): SiteContent['consent'] => fillIn(content).consent

/** The application form as pages show it, names filled in. */
export const shownApplication = (content: SiteContent): SiteContent['apply'] => fillIn(content).apply

/** The banner's words as the pages show them, names filled in. */
export const shownAdConsent = (content: SiteContent): SiteContent['adConsent'] => bannerText(fillIn(content))

/** The address of the page whose form came back, with the advert that it had. */
function addressOfForm(path: string, { advert }: ReturnedForm): string {
  const query = new URLSearchParams(Object.entries(advert)).toString()
  return query ? `${path}?${query}` : path
}

/** The own address of a page that is the answer to a form. */
function addressOfAnswer({ path, form, booking }: PageRequest): string | undefined {
  if (form) return addressOfForm(path, form)
  if (!booking || (booking.alert === undefined && Object.keys(booking.errors).length === 0)) return undefined
  return booking.call ? `/booking/${booking.call.token}` : '/booking'
}

/** Draws one page as a whole HTML document. Unknown paths return the page for unknown addresses, status 404. */
export function renderPage(request: PageRequest): RenderedPage {
  const content = fillIn(withoutHiddenClaims(request.content))
  const page = findPage(request.path)
  const words = content[page.words]
  const { pixel } = content
  const adConsent = bannerText(content)
  const isAsking = offersChoice(content)
  const adStyles = isAsking ? consentBarStyles : ''
  const own = brandStyles(content, page.hasOwnColours ?? false)
  const dark = page.followsSystem ? systemDark(tokenStyles + own) : ''
  const darkLogo = page.followsSystem ? systemDarkStyles : ''
  const styles =
    fontStyles + tokenStyles + own + dark + baseStyles + darkLogo + openOutsideStyles + adStyles + page.styles
  const { title, description, picture } = words.meta
  const address = request.publicUrl + (page.isFound ? (page.canonical ?? request.path) : '/')
  const hosts = page.hosts?.(content) ?? {}
  const ownDialog = 'dialog' in words ? words.dialog : undefined
  const dialog = page.dialog ? page.dialog(content) : ownDialog
  const html = renderToStaticMarkup(
    <Document
      head={{
        title,
        description,
        address,
        isUnlisted: page.isUnlisted ?? false,
        picture: sharedPicture(request.path, picture, request.publicUrl),
        siteName: content.brand.name,
      }}
      theme={page.theme}
      followsSystem={page.followsSystem}
      styles={styles}
      scripts={[
        ...(page.script ? [page.script] : []),
        'islands',
        ...(pixel.id && !page.isPrivate ? ['pixel'] : []),
      ]}
      ads={{
        pixel: pixel.id,
        ...(request.isPixelMute && { isPixelMute: true }),
        ask: adConsent.ask,
        version: adConsent.version,
        events: pixelPlan(pixel, request.path),
      }}
      preload={page.preload}
      returnsTo={page.isFound ? addressOfAnswer(request) : undefined}
      isPreview={request.isPreview}
      isPrivate={page.isPrivate}
    >
      <page.body
        content={content}
        isPreview={request.isPreview}
        booking={request.booking}
        form={request.form}
        isWithoutCalls={request.isWithoutCalls}
      />
      {page.footer?.(content, request.year) ?? (
        <SiteFooter
          brand={content.brand}
          year={request.year}
          disclaimer={'disclaimer' in words ? words.disclaimer : undefined}
          supportEmail={page.supportEmail}
          logo={page.footLogo}
          newTab={page.legalInNewTab}
          choices={page.isPrivate ? undefined : <FootChoices content={content} />}
        />
      )}
      <EndOfLayout />
      {!page.isPrivate && <Island name="in-app" component={OpenOutside} props={{ words: content.inApp }} />}
      {isAsking && !page.isPrivate && (
        <Island name="consent" component={ConsentBar} props={{ words: barWords(adConsent) }} />
      )}
      {dialog && (
        <Island
          name="lead-dialog"
          component={LeadDialog}
          props={leadDialogProps(request.path, dialog, content, request)}
        />
      )}
    </Document>,
  )
  const shown = withPictureHosts(hosts, html)
  return {
    status: page.isFound ? 200 : 404,
    html: `<!doctype html>${html}`,
    styles: [styles],
    hosts: pixel.id && !request.isPixelMute && !page.isPrivate ? withPixelHosts(shown) : shown,
    isFrameable: page.isFrameable,
    foreignStyles: Boolean(hosts.script?.length),
    listed: page.listed,
    ...(page.announcesCall && { announcesCall: true }),
  }
}
