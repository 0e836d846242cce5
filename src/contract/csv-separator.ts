/** What parts the cells of our CSV files: commas or, for programs of languages whose decimals have the comma, semicolons. */
export const csvSeparators = ['comma', 'semicolon'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** The character of each. */
export const separatorMark: Record<CsvSeparator, string> = { comma: ',', semicolon: ';' }

/** A figure as a file writes it: where semicolons part the cells, its decimals have the comma. */
export const csvFigure = (figure: number | string, separator: CsvSeparator): string =>
  separator === 'semicolon' ? String(figure).replace('.', ',') : String(figure)
