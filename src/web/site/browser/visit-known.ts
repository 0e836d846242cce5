let tell = () => {}

/** Resolves once the server knows this visit, or the tracker has put it aside for later. */
export const visitKnown = new Promise<void>((resolve) => {
  tell = resolve
})

/** Says that the first tracking call has its answer, and with it the visitor's cookie. */
export const markVisitKnown = (): void => tell()
