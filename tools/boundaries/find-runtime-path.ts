import type { IModule } from 'dependency-cruiser'

/**
 * Follows imports that remain at run time (not those of types alone) from one file.
 * Returns the way to the first file that matches, or undefined when none is reached.
 */
export function findRuntimePath(
  modules: readonly IModule[],
  start: string,
  target: RegExp,
): readonly string[] | undefined {
  const bySource = new Map(modules.map((module) => [module.source, module]))
  const seen = new Set([start])
  const ways: (readonly string[])[] = [[start]]
  for (const way of ways) {
    const last = way.at(-1) ?? start
    if (target.test(last)) return way
    const next = runtimeImports(bySource.get(last)).filter((file) => !seen.has(file))
    for (const file of next) {
      seen.add(file)
      ways.push([...way, file])
    }
  }
  return undefined
}

function runtimeImports(module: IModule | undefined): string[] {
  const dependencies = module?.dependencies ?? []
  return dependencies
    .filter((dependency) => !dependency.dependencyTypes.includes('type-only'))
    .map((dependency) => dependency.resolved)
}
