import { standingFeatures } from '@runnel/contract'
import { describe, expect, test, vi } from 'vitest'
import { findCurrentEntry, menuEntries } from '../shell/menu-entries.ts'

// The pages read the stored session as they are loaded: nobody is signed in here.
const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
vi.stubGlobal('localStorage', nothing)
vi.stubGlobal('sessionStorage', nothing)
vi.stubGlobal('window', globalThis)
vi.stubGlobal('document', { cookie: '' })
const { canvasRoutes } = await import('./canvas-routes.ts')
const { shellRoutes } = await import('./shell-routes.ts')

/** A page and the guard before it. */
interface GuardedPage {
  options: { path: string; beforeLoad?: { rule?: 'signed in' | { feature?: string } } }
}

const shellPages = Object.values(shellRoutes.children ?? {}) as unknown as GuardedPage[]
const pages = [...shellPages, ...(canvasRoutes as unknown as GuardedPage[])]

/** Pages of everybody who is signed in, whatever stands in the menu above them. */
const EVERYBODYS = ['/user-profile']

describe('every page', () => {
  test.each(pages.map((page) => [page.options.path, page] as const))('%s has a guard', (_path, page) => {
    expect(page.options.beforeLoad?.rule).toBeDefined()
  })

  test.each(shellPages.map((page) => [page.options.path, page] as const))(
    '%s asks for what its entry in the menu asks for',
    (path, page) => {
      const entry = findCurrentEntry(path)
      expect(page.options.beforeLoad?.rule).toEqual(EVERYBODYS.includes(path) ? 'signed in' : entry?.rule)
    },
  )

  test('that the menu leads to is there', () => {
    const paths = shellPages.map(({ options }) => options.path)
    for (const { path } of menuEntries) expect(paths).toContain(path)
  })

  test('asks for a flag that is on, and no flag is on for a page that is not there', () => {
    const asked = pages.flatMap(({ options: { beforeLoad } }) => {
      const rule = beforeLoad?.rule
      return typeof rule === 'object' ? (rule.feature ?? []) : []
    })
    const standing = Object.keys(standingFeatures).filter((feature) => standingFeatures[feature] === 'true')
    expect([...new Set(asked)].toSorted()).toEqual(standing.toSorted())
  })
})
