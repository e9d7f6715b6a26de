import { guardPage, type PageGuard } from '../session/page-guard.ts'
import { type EntryId, ruleOf } from '../shell/menu-entries.ts'

/** The guard of a page that belongs to an entry of the menu: whoever sees the entry may open it. */
export const guardEntry = (id: EntryId): PageGuard => guardPage(ruleOf(id))
