import { decidePage } from '@runnel/access'
import { findOwnPath } from '@runnel/contract'
import type { Viewer } from '../session/display-rules.ts'
import { isLinkPage, isOpenPage } from '../session/leave-to.ts'
import { type MenuEntry, menuEntries } from './menu-entries.ts'

/** The first entry of the menu that a person may open; undefined where none is open to them. */
export function findLandingEntry(viewer: Viewer): MenuEntry | undefined {
  return menuEntries.find(({ rule }) => decidePage(viewer, rule) === 'show')
}

/** Where a person begins: the first page of the menu that they may open. */
export function findLandingPath(viewer: Viewer): string {
  return findLandingEntry(viewer)?.path ?? '/unauthorized'
}

/**
 * Where to go after the sign-in: the page that was asked for when it is one of ours, else the landing page.
 * @param from the address of the wanted page, as it stands in `?from=`: never trusted.
 */
export function pathAfterSignIn(from: string | undefined, viewer: Viewer, origin: string): string {
  const wanted = from?.startsWith('/') ? findOwnPath(from, origin) : undefined
  const [page = ''] = wanted?.split(/[?#]/) ?? []
  const isForVisitors = isOpenPage(page) && !isLinkPage(page)
  return wanted === undefined || page === '/' || isForVisitors ? findLandingPath(viewer) : wanted
}
