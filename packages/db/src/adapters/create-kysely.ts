import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  Kysely,
  type KyselyPlugin,
  type QueryCompiler,
  type QueryExecutor,
  type QueryResult,
  type UnknownRow,
} from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import { createFixedConnectionDriver } from './fixed-connection-driver.ts'

type QueryOptions = Parameters<QueryExecutor['executeQuery']>[1]

/** What an executor is made of. */
interface Means {
  compiler: QueryCompiler
  adapter: DialectAdapter
  connection: DatabaseConnection
}

/**
 * Sends statements over the one connection that there is. Kysely's own asks a driver for a connection and gives it back,
 * which takes a score of promises for each statement, a third of all that a run makes.
 */
export class FixedConnectionExecutor extends DefaultQueryExecutor {
  readonly #means: Means

  constructor(means: Means, plugins: readonly KyselyPlugin[] = []) {
    const { compiler, adapter, connection } = means
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    super(compiler, adapter, provider, [...plugins])
    this.#means = means
  }

  override async executeQuery<R>(query: CompiledQuery, options?: QueryOptions): Promise<QueryResult<R>> {
    if (options?.signal) return super.executeQuery<R>(query, options)
    const result = await this.#means.connection.executeQuery<R>(query)
    return this.plugins.length === 0 ? result : this.#transform(result, query)
  }

  async #transform<R>(result: QueryResult<R>, { queryId }: CompiledQuery): Promise<QueryResult<R>> {
    let transformed = result as QueryResult<UnknownRow>
    for (const plugin of this.plugins)
      transformed = await plugin.transformResult({ queryId, result: transformed })
    // Kysely's own executor trusts its plugins in the same way.
    return transformed as QueryResult<R>
  }

  override withPlugins(plugins: readonly KyselyPlugin[]): FixedConnectionExecutor {
    return new FixedConnectionExecutor(this.#means, [...this.plugins, ...plugins])
  }

  override withPlugin(plugin: KyselyPlugin): FixedConnectionExecutor {
    return this.withPlugins([plugin])
  }

  override withPluginAtFront(plugin: KyselyPlugin): FixedConnectionExecutor {
    return new FixedConnectionExecutor(this.#means, [plugin, ...this.plugins])
  }

  override withoutPlugins(): FixedConnectionExecutor {
    return new FixedConnectionExecutor(this.#means)
  }
}

/** Kysely over one connection. Transactions belong to the adapter: the driver refuses to make its own. */
export function createKysely(
  connection: DatabaseConnection,
  parts: Pick<Dialect, 'createAdapter' | 'createIntrospector' | 'createQueryCompiler'>,
): Kysely<DatabaseSchema> {
  const driver = createFixedConnectionDriver(connection)
  const dialect: Dialect = { ...parts, createDriver: () => driver }
  const [compiler, adapter] = [parts.createQueryCompiler(), parts.createAdapter()]
  const executor = new FixedConnectionExecutor({ compiler, adapter, connection })
  return new Kysely<DatabaseSchema>({ config: { dialect }, dialect, driver, executor })
}
