import { buildServer } from './build/build-server.ts'
import { findStaleParts, type StalePart, writeStamp } from './build/build-stamp.ts'
import { buildWeb } from './build/build-web.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

const BUILDERS: Readonly<Record<StalePart['name'], (root: string) => Promise<void>>> = {
  server: buildServer,
  web: buildWeb,
}

for (const part of findStaleParts(REPOSITORY_ROOT)) {
  const startedAt = performance.now()
  await BUILDERS[part.name](REPOSITORY_ROOT)
  writeStamp(REPOSITORY_ROOT, part)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built ${part.name} in ${seconds} s.`)
}
