/** Whether a path of a repository is left out by one of these patterns: `*.md` in any folder, `docs/` with all inside, `src/*.ts`. */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const clean = pattern.replace(/^\/|\/$/g, '')
    if (clean === '') return false
    if (!clean.includes('/')) return path.split('/').some((step) => fitsPattern(step, clean))
    // A folder above it fits where the path fits with anything behind a slash.
    return fitsPattern(path, clean) || fitsPattern(path, `${clean}/*`)
  })
}

/** Whether a text fits a pattern in which `*` stands for any letters; goes back to the last `*` only. */
export function fitsPattern(text: string, pattern: string): boolean {
  let at = 0
  let place = 0
  let star = -1
  let resumed = 0
  while (at < text.length) {
    if (pattern[place] === '*') {
      star = place
      place += 1
      resumed = at
    } else if (pattern[place] === text[at]) {
      at += 1
      place += 1
    } else if (star >= 0) {
      place = star + 1
      resumed += 1
      at = resumed
    } else return false
  }
  return pattern.slice(place).replaceAll('*', '') === ''
}
