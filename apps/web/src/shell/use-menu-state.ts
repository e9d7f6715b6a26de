import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { MenuGroup } from './menu-entries.ts'

const NARROW = '(max-width: 899.9px)'

/** Whether there is no room for a menu beside the page or above it: it comes in a drawer. */
export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true
}

function useKept<Value>(key: string, defaultValue: Value) {
  return useLocalStorage<Value>({ key, defaultValue, getInitialValueInEffect: false })
}

/** How the person has the main menu: kept by the browser, and the same in all of its tabs. */
export function useMenuState() {
  const [isCollapsed, setIsCollapsed] = useKept('isMenuCollapsed', false)
  const [isHorizontal, setIsHorizontal] = useKept('isHorizontal', false)
  const [kept, setFolded] = useKept<MenuGroup[]>('foldedMenus', [])
  const folded = Array.isArray(kept) ? kept : []
  return {
    /** Only icons at the side. */
    isCollapsed: isCollapsed === true,
    setIsCollapsed,
    /** Across the top, where there is room. */
    isHorizontal: isHorizontal === true,
    setIsHorizontal,
    isFolded: (group: MenuGroup) => folded.includes(group),
    toggleFold: (group: MenuGroup) =>
      setFolded(folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group]),
  }
}
