import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import { makeBoundaryRules } from './boundary-rules.ts'
import { findRuntimePath } from './find-runtime-path.ts'
import { readDoors } from './read-doors.ts'
import { ROOMS } from './rooms.ts'
import { teachUsingDeclarations } from './teach-using-declarations.ts'

/** What is made, not written. Of packages too `dist` is where many are entered by: theirs are looked at. */
const LEFT_OUT = [
  '^bench/results/',
  String.raw`(^|/)node_modules/\.`,
  '^dist/',
  '^[^/]+/dist/',
  '^(apps|packages)/[^/]+/dist/',
]

const WIRE_DOOR = 'packages/contract/src/wire.ts'

/** One import that the table of rooms does not allow. */
export interface BoundaryViolation {
  readonly rule: string
  readonly from: string
  readonly to: string
  readonly advice: string
}

/** Follows every import (types included) of the rooms under `root` and returns those that break a rule. */
export async function findBoundaryViolations(root: string): Promise<BoundaryViolation[]> {
  teachUsingDeclarations()
  const rules = makeBoundaryRules(await readDoors(root))
  const advice = new Map(rules.map((rule) => [rule.name, rule.comment ?? '']))
  const folders = ROOMS.map((room) => room.folder).filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(folders, {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: LEFT_OUT },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  })
  const { summary, modules } = output as ICruiseResult
  const broken = summary.violations.map((violation) => ({
    rule: violation.rule.name,
    from: violation.from,
    to: violation.cycle ? violation.cycle.map((step) => step.name).join(' → ') : violation.to,
    advice: advice.get(violation.rule.name) ?? '',
  }))
  return [...broken, ...findZodBehindWire(modules)]
}

function findZodBehindWire(modules: readonly IModule[]): BoundaryViolation[] {
  const way = findRuntimePath(modules, WIRE_DOOR, /(^|node_modules\/)zod(\/|$)/)
  if (!way) return []
  const advice = 'This door is for the embedded widget, which carries no zod: take only types of such files.'
  return [{ rule: 'wire-without-zod', from: WIRE_DOOR, to: way.join(' → '), advice }]
}
