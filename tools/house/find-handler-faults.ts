const ROUTES = 'packages/contract/src/routes'
const HANDLERS = 'apps/server/src/http/handlers'
/** They put all tables, and all handlers, together. */
const ALL = [`${ROUTES}/all-routes.ts`, `${HANDLERS}/all-handlers.ts`]

const toKebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const fileOf = (name: string) => `${HANDLERS}/${toKebab(name)}-handlers.ts`

/** Whether a file answers a table of routes, by the names that are looked for. */
const answers = (text: string | undefined, name: string): boolean =>
  [`export function ${name}Handlers(`, `HandlersOf<typeof ${name}Routes>`].every((each) =>
    text?.includes(each),
  )

/**
 * Finds tables of routes whose handlers do not stand in the file of the same name, and handlers of no table; one sentence
 * each. Whoever knows a route finds what answers it without a search.
 */
export function findHandlerFaults(sources: ReadonlyMap<string, string>): string[] {
  const tables = [...sources].flatMap(([path, text]) =>
    path.startsWith(`${ROUTES}/`) && !ALL.includes(path)
      ? [...text.matchAll(/^export const (\w+)Routes = /gm)].map(([, name = '']) => ({ path, name }))
      : [],
  )
  const wanted = new Set(tables.map(({ name }) => fileOf(name)))
  const missing = tables
    .filter(({ name }) => !answers(sources.get(fileOf(name)), name))
    .map(
      ({ path, name }) =>
        `${path}: ${name}Routes wants its handlers in ${fileOf(name)}: export function ${name}Handlers(…): HandlersOf<typeof ${name}Routes>.`,
    )
  const lost = [...sources.keys()]
    .filter((path) => path.startsWith(`${HANDLERS}/`) && !wanted.has(path) && !ALL.includes(path))
    .map((path) => `${path}: ${tellTable(path)} Handlers stand where their table of routes says.`)
  return [...missing, ...lost]
}

function tellTable(path: string): string {
  const [, kebab = ''] = /\/([\w-]+)-handlers\.ts$/.exec(path) ?? []
  const name = kebab.replaceAll(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())
  return `there is no ${name}Routes in ${ROUTES}.`
}
