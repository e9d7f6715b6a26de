import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema, TenantSchema } from '../schema.ts'
import { createTenantPlugin } from './tenant-plugin.ts'

/** Stands in a statement for a value that comes with each use. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Values of a prepared read by name. */
export type ReadValues = Readonly<Record<string, string>>

/** A read of few rows that is built, held to its owner and compiled once for each database, however often it is used. */
export interface PreparedRead<Schema, Values extends ReadValues, Row> {
  names: readonly (keyof Values & string)[]
  build(db: Kysely<Schema>, values: Values): Compilable<Row>
  compiled: WeakMap<DatabaseCapabilities, CompiledQuery<Row>>
}

/** Name of the slot that holds the owner of the rows. */
const OWNER = '(owner)'

/** The owner that a statement is compiled for, in place of a workspace. */
export const ownerSlot = new Slot(OWNER) as unknown as string

/**
 * Describes a read for its many uses: `build` is called once with stand-ins for the values, so it must put them into
 * the statement unread.
 */
export function prepareRead<Schema, const Name extends string, Row>(
  names: readonly Name[],
  build: (db: Kysely<Schema>, values: Readonly<Record<Name, string>>) => Compilable<Row>,
): PreparedRead<Schema, Readonly<Record<Name, string>>, Row> {
  return { names, build, compiled: new WeakMap() }
}

/** Where a prepared read is used: whose rows, and how a statement gets to them. */
interface ReadPlace<Schema> {
  capabilities: DatabaseCapabilities
  /** Builds statements that are held to `ownerSlot`. */
  builder(): Kysely<Schema>
  /** Takes statements as they are. */
  sender: Pick<Kysely<never>, 'executeQuery'>
  owner?: string | undefined
}

/** The rows that a prepared read gives for these values. */
export async function runPrepared<Schema, Values extends ReadValues, Row>(
  { capabilities, builder, sender, owner }: ReadPlace<Schema>,
  read: PreparedRead<Schema, Values, Row>,
  values: Values,
): Promise<Row[]> {
  let compiled = read.compiled.get(capabilities)
  if (!compiled) {
    compiled = compile(builder(), read)
    read.compiled.set(capabilities, compiled)
  }
  const parameters = compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter
    return parameter.name === OWNER ? owner : values[parameter.name]
  })
  const { rows } = await sender.executeQuery<Row>({ ...compiled, parameters })
  return rows
}

function compile<Schema, Values extends ReadValues, Row>(
  db: Kysely<Schema>,
  { names, build }: PreparedRead<Schema, Values, Row>,
): CompiledQuery<Row> {
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)]))
  return build(db, slots as unknown as Values).compile()
}

/** What readers and writers of one workspace work with. `db` adds the workspace to every built statement. */
export interface TenantScope {
  db: Kysely<TenantSchema>
  /** As `db`, for reads that may look at many rows: they hold nobody up, and have a deadline. */
  longReads: Kysely<TenantSchema>
  /** The rows that a prepared read gives; it is held to the workspace as any other statement. */
  read<Values extends ReadValues, Row>(
    prepared: PreparedRead<TenantSchema, Values, Row>,
    values: Values,
  ): Promise<Row[]>
  workspaceId: string
  capabilities: DatabaseCapabilities
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Places of messages in their conversations: rises with every call. */
  nextPosition(): number
}

/** Connections of one workspace, opened when they are first needed; they do not add the workspace. */
export interface TenantConnections {
  reads(): Kysely<DatabaseSchema>
  longReads(): Kysely<DatabaseSchema>
}

/** What readers and writers share beside their connections. */
type TenantFacts = Pick<TenantScope, 'workspaceId' | 'capabilities' | 'now' | 'newId' | 'nextPosition'>

/** Holds statements to a workspace: they see only tenants' tables, the types of the others are left out. */
export function holdToTenant(db: Kysely<DatabaseSchema>, workspaceId: string): TenantScope['db'] {
  return db.withPlugin(createTenantPlugin(workspaceId)) as unknown as TenantScope['db']
}

/** Makes the scope of one workspace over its connections. */
export function createTenantScope(connections: TenantConnections, facts: TenantFacts): TenantScope {
  const { workspaceId, capabilities } = facts
  let held: TenantScope['db'] | undefined
  let heldLong: TenantScope['db'] | undefined
  return {
    ...facts,
    get db() {
      held ??= holdToTenant(connections.reads(), workspaceId)
      return held
    },
    get longReads() {
      heldLong ??= holdToTenant(connections.longReads(), workspaceId)
      return heldLong
    },
    read(prepared, values) {
      const sender = connections.reads()
      const builder = () => holdToTenant(sender, ownerSlot)
      return runPrepared({ capabilities, builder, sender, owner: workspaceId }, prepared, values)
    },
  }
}
