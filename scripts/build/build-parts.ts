/** A part of the product that is built by itself when one of its sources changed. */
export interface BuildPart {
  readonly name: 'server' | 'web'
  /** Files and folders, from the repository's root, whose content decides whether the part is stale. */
  readonly sources: readonly string[]
}

const BUILD_ITSELF = ['package-lock.json', 'scripts/build', 'scripts/build.ts']

const WEB_ROOMS = ['contract', 'graph', 'access', 'client', 'markdown']

/** The parts in the order in which they are built; each lands in `dist/<name>`. */
export const BUILD_PARTS: readonly BuildPart[] = [
  { name: 'server', sources: [...BUILD_ITSELF, 'packages', 'apps/server'] },
  { name: 'web', sources: [...BUILD_ITSELF, ...WEB_ROOMS.map((room) => `packages/${room}`), 'apps/web'] },
]
