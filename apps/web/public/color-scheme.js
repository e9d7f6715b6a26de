// Runs before the first paint, from a file because inline scripts are forbidden: sets the colours that were chosen,
// or else those of the system.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('isDarkMode')
  } catch {
    // Storage is blocked: the system decides.
  }
  const isDark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'true'
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
