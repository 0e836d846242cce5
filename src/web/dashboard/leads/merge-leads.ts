import type { Lead } from '#contract/lead.ts'

/** A list read as far as some page: its rows, newest first, and whether more can be read. */
export type ListSoFar = { rows: Lead[]; more: boolean }

/**
 * Leads of both sources as one list, newest first; each source keeps its own order and an email appears
 * once (product.md §3). The list ends where a source would have to be read further, so that no row
 * appears later in the middle; `wanting` names the sources to read on.
 */
export function mergeLeads(customers: ListSoFar, records: ListSoFar) {
  const rows: Lead[] = []
  const emails = new Set(customers.rows.map((lead) => lead.email))
  const others = records.rows.filter((lead) => !emails.has(lead.email))
  let c = 0
  let r = 0
  while (true) {
    const customer = customers.rows[c]
    const record = others[r]
    if ((!customer && customers.more) || (!record && records.more) || (!customer && !record)) break
    if (customer && (!record || customer.lastSeen >= record.lastSeen)) {
      rows.push(customer)
      c += 1
    } else if (record) {
      rows.push(record)
      r += 1
    }
  }
  return {
    rows,
    wanting: {
      customers: customers.more && c >= customers.rows.length,
      records: records.more && r >= others.length,
    },
  }
}
