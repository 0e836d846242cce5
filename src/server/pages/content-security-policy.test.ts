import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { policyFor } from './content-security-policy.ts'

const plain = { styles: ['body{margin:0}'], hosts: {}, foreignStyles: false }

describe('a page’s security policy', () => {
  it('allows its own scripts and the exact inline styles, and nothing inline besides', () => {
    const policy = policyFor(plain)
    const hash = createHash('sha256').update('body{margin:0}').digest('base64')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(policy).not.toContain('unsafe')
  })

  it('lets in a third party only in the directive that names it', () => {
    const policy = policyFor({ ...plain, hosts: { frame: ['https://form.typeform.com'] } })
    expect(policy).toContain('frame-src https://form.typeform.com;')
    expect(policy).toContain("script-src 'self';")
  })

  it('lets other sites frame a page only where the page says so', () => {
    expect(policyFor(plain)).toContain("frame-ancestors 'self';")
    expect(policyFor({ ...plain, isFrameable: true })).toContain('frame-ancestors *;')
  })

  it('gives up style hashes only for a player that writes its own styles', () => {
    expect(policyFor({ ...plain, foreignStyles: true })).toContain("style-src 'self' 'unsafe-inline';")
  })
})
