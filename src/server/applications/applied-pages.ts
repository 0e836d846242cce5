/**
 * The pages a rule may name to mean "has applied". A rule asks for a page because a browser's visit there is all it
 * could go by; an application that is known needs no page, so it answers to each of these. It stays away from rules for
 * other pages, such as the one for the qualified: only the browser that is led there tells that.
 */
export const APPLIED_PAGES = '/thankyoucall /thankyoucallb /thankyoucallc'
