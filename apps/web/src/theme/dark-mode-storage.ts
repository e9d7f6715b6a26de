import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const KEY = 'isDarkMode'

/**
 * Keeps the choice of colours under `isDarkMode` (`true` or `false`); nothing stored means: as the system. Other tabs
 * follow. The file `public/color-scheme.js` reads the same key before the first paint.
 */
export function createDarkModeStorage(storage: Storage): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined
  const unsubscribe = () => {
    if (listener) window.removeEventListener('storage', listener)
    listener = undefined
  }
  return {
    get: (fallback) => readScheme(storage.getItem(KEY)) ?? fallback,
    set: (scheme) => {
      if (scheme === 'auto') storage.removeItem(KEY)
      else storage.setItem(KEY, String(scheme === 'dark'))
    },
    subscribe: (onUpdate) => {
      unsubscribe()
      listener = (event) => {
        if (event.storageArea === storage && event.key === KEY) onUpdate(readScheme(event.newValue) ?? 'auto')
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe,
    clear: () => storage.removeItem(KEY),
  }
}

function readScheme(stored: string | null): MantineColorScheme | undefined {
  if (stored === null) return undefined
  return stored === 'true' ? 'dark' : 'light'
}
