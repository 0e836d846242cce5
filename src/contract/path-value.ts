const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a dotted path of the content, e.g. `home.figures.0.label`; undefined where the way ends earlier. */
export function valueAt(document: unknown, path: string): unknown {
  let here = document
  for (const key of path.split('.')) {
    if (Array.isArray(here)) here = here[Number(key)]
    else if (isRecord(here)) here = here[key]
    else return undefined
  }
  return here
}

/** The document with another value at a dotted path; every part that is not on the way is the same object as before. */
export function withValue<Document>(document: Document, path: string, value: unknown): Document {
  // Changing one value does not change the document's shape; what does not fit is found when it is checked.
  return changed(document, path.split('.'), value) as Document
}

function changed(document: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(document)) {
    const copy: unknown[] = [...document]
    copy[Number(key)] = changed(copy[Number(key)], rest, value)
    return copy
  }
  const record = isRecord(document) ? document : {}
  return { ...record, [key]: changed(record[key], rest, value) }
}
