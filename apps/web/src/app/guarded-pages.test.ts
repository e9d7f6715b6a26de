import { describe, expect, test, vi } from 'vitest'
import { menuEntries } from '../shell/menu-entries.ts'

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
  options: { path: string; beforeLoad?: { rule?: unknown } }
}

const shellPages = Object.values(shellRoutes.children ?? {}) as unknown as GuardedPage[]
const pages = [...shellPages, ...(canvasRoutes as unknown as GuardedPage[])]

/** Pages below an entry of the menu whose addresses do not begin with its own. */
const PARENTS: Record<string, string> = { '/workspace-users/$id': '/workspaces' }

const entryOf = (path: string) =>
  menuEntries.find(
    (entry) => PARENTS[path] === entry.path || path === entry.path || path.startsWith(`${entry.path}/`),
  )

describe('every page', () => {
  test.each(pages.map((page) => [page.options.path, page] as const))('%s has a guard', (_path, page) => {
    expect(page.options.beforeLoad?.rule).toBeDefined()
  })

  test.each(shellPages.map((page) => [page.options.path, page] as const))(
    '%s asks for what its entry in the menu asks for',
    (path, page) => {
      const entry = entryOf(path)
      if (entry) expect(page.options.beforeLoad?.rule).toEqual(entry.rule)
      else expect([path, page.options.beforeLoad?.rule]).toEqual(['/user-profile', 'signed in'])
    },
  )

  test('that the menu leads to is there', () => {
    const paths = shellPages.map(({ options }) => options.path)
    for (const { path } of menuEntries) expect(paths).toContain(path)
  })
})
