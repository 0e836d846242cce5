/**
 * Of the searches that a field sent to the address, the one that it says now and those sent since; null where it says none of
 * them: somebody went back, or pressed a link.
 */
export function fromNow(sent: string[], q: string): string[] | null {
  const at = sent.indexOf(q)
  return at === -1 ? null : sent.slice(at)
}
