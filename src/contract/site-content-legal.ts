import type { z } from 'zod'
import { group, prose, words } from './content-fields.ts'
import { pageMeta } from './site-content-shared.ts'

/** A legal page: a title and text whose paragraphs that start with `# ` are headings. */
const legalPage = (title: string, text: string) =>
  group(title, {
    meta: pageMeta(`${title} · {brand}`, `${title} of {brand}.`),
    title: words('Title', title, 120),
    updated: words('Last changed', 'Last changed 21 November 2026', 80),
    text: prose('Text (a paragraph that starts with “# ” is a heading)', text, 60_000),
  })

const TERMS = `# What this is
These terms cover your use of this site and the free training on it. By using the site you agree to them.

# The training
The training is provided as is, for your own use. Please do not copy, resell or republish it.

# No promise of income
Building a business is uncertain. Examples shown are examples; what you earn depends on your idea, your work and your market.

# Paid programs
If you enroll in {program}, the agreement you sign takes precedence over these terms.

# Other services
The site links to services run by others, such as the video player, the application form and the calendar. Their own terms apply there.

# Contact
Questions about these terms: {email}`

const PRIVACY = `# What we collect
When you fill in a form: your name, email address and phone number, with the words you agreed to and the time you did. When you visit: the pages you open, the ad or link that brought you, and what your browser says about itself (screen size, language, timezone).

# What we use it for
To give you access to the training, to email you about {program}, and to understand which pages and ads are useful. With your separate consent, to call you with an automated assistant.

# Who else sees it
The services that run our email, calendar, forms, video and ads, and only as much as they need. We never sell it.

# If you prefer not to be tracked
We respect your browser’s Global Privacy Control and Do Not Track signals for advertising.

# Your rights
You can ask for a copy of what we hold about you, have it corrected, or have it erased. You can unsubscribe from any marketing email.

# Contact
To ask anything about your details, write to {email}.`

/** The two legal pages and the page for unknown addresses. */
export const LegalPages = {
  terms: legalPage('Terms of Service', TERMS),
  privacy: legalPage('Privacy Policy', PRIVACY),
}

/** What a visitor sees at an address that is no page (docs/spec.md, 'Pages'). */
export const NotFoundContent = group('Page not found', {
  meta: pageMeta('404 Page Not Found', 'There is no page at this address.'),
  title: words('Title', '404 Page Not Found', 80),
  hint: words('Hint', 'Did you forget to add the page to the router?', 160),
  text: prose(
    'Text',
    'There is no page at this address. The link may be old, or a letter may be missing.',
    300,
  ),
  button: words('Button', 'Go to the home page', 60),
})

/** Everything a legal page says. */
export type LegalContent = z.output<typeof LegalPages.terms>
