/** How a text field or select looks, on phones (16 px, so that they do not zoom) and on desktops. */
export const fieldLook =
  'min-h-11 w-full rounded-sm border border-control bg-surface px-3 text-base text-ink md:min-h-9 md:text-sm'
