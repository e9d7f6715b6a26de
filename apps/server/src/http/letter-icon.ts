const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const PRIMARY = '#0B7A75'

/** A plain icon for a type without its own mark: the first letter of its label on its colour. SVG text. */
export function letterIcon(label: string, color = PRIMARY): string {
  const letter = (label.trim()[0] ?? '?').toUpperCase().replace(/[&<>"]/, (sign) => escapes[sign] ?? '')
  const fill = /^#[0-9a-fA-F]{3,8}$/.test(color) ? color : PRIMARY
  const ink = fill === PRIMARY ? '#FFFFFF' : '#171A1F'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${fill}"/><text x="12" y="17" font-family="Arial, sans-serif" font-size="14" font-weight="600" text-anchor="middle" fill="${ink}">${letter}</text></svg>`
}
