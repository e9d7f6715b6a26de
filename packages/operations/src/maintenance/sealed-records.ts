import { isRunnelError } from '@runnel/contract'
import type { KeptSealedTable } from '@runnel/db'
import { secondFactorContext } from '../accounts/factor-proof.ts'
import { connectionContext } from '../connections/tokens.ts'
import type { OperationContext } from '../context.ts'
import { credentialContext } from '../credential-secrets.ts'
import { mailContext } from '../mails/promise-mail.ts'
import { mcpServerContext } from '../mcp-servers/server-config.ts'
import { loginMethodContext } from '../sign-on/provider-settings.ts'
import { variableContext } from '../variable-secrets.ts'
import { readCredentials } from './read-credentials.ts'
import { readSecondFactors } from './read-second-factors.ts'
import { sealedFacts } from './sealed-facts.ts'

/** Mails that are read at once. */
const MAILS_AT_ONCE = 200

/** A sealed value as it was read. */
export interface SealedRecord {
  /** How it is named to the operator. */
  name: string
  sealed: string
  /** What it is bound to. */
  sealContext: string
  /** Puts the same, sealed anew, in its place; false when it was changed or taken away meanwhile. */
  replace(sealed: string): Promise<boolean>
}

type Opened = Pick<OperationContext, 'db'>
type Walk = (context: Opened) => AsyncGenerator<SealedRecord>

/** A walk through one workspace after the other. */
const inEachWorkspace = (
  walk: (context: Opened, workspaceId: string) => AsyncGenerator<SealedRecord>,
): Walk =>
  async function* (context) {
    for (const workspaceId of await context.db.system.routes.listWorkspaceIds())
      yield* walk(context, workspaceId)
  }

/** Whether a change was made to the row that was read, and not to a later one. */
async function isDone(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (isRunnelError(error) && ['stale_revision', 'not_found'].includes(error.code)) return false
    throw error
  }
}

/** How the sealed rows of each table are found, named, bound and replaced. */
const walks: Record<KeptSealedTable | 'meta', Walk> = {
  async *meta({ db }) {
    const { meta } = db.system
    for (const [name, sealContext] of Object.entries(sealedFacts)) {
      const sealed = await meta.get(name)
      const replace = async (to: string) => {
        await meta.set(name, to)
        return true
      }
      if (sealed !== undefined) yield { name, sealed, sealContext, replace }
    }
  },
  async *secondFactors(context) {
    for await (const { userId, sealed } of readSecondFactors(context))
      yield {
        name: `second factor of user ${userId}`,
        sealed,
        sealContext: secondFactorContext(userId),
        replace: (to) => context.db.system.secondFactors.reseal(userId, { from: sealed, to }),
      }
  },
  async *outgoingMails({ db }) {
    const { mails } = db.system
    for (let after = ''; ; ) {
      const part = await mails.listSealed(after, MAILS_AT_ONCE)
      for (const { id, sealed } of part)
        yield {
          name: `mail ${id}`,
          sealed,
          sealContext: mailContext(id),
          replace: (to) => mails.reseal(id, { from: sealed, to }),
        }
      after = part.at(-1)?.id ?? ''
      if (part.length < MAILS_AT_ONCE) return
    }
  },
  async *loginMethods({ db }) {
    for (const { id, sealed } of await db.system.signOn.listSealed())
      yield {
        name: `login method ${id}`,
        sealed,
        sealContext: loginMethodContext(id),
        replace: (to) => db.system.signOn.reseal(id, { from: sealed, to }),
      }
  },
  mcpServers: inEachWorkspace(async function* ({ db }, workspaceId) {
    for (const { id, sealed, revision } of await db.read(workspaceId).mcpServers.listSealed())
      yield {
        name: `MCP server ${id}`,
        sealed,
        sealContext: mcpServerContext(id),
        replace: (to) =>
          isDone(
            db.write(workspaceId, ({ mcpServers }) =>
              mcpServers.update(id, { sealed: to }, { expectedRevision: revision }),
            ),
          ),
      }
  }),
  variables: inEachWorkspace(async function* ({ db }, workspaceId) {
    for (const { id, sealed, revision } of await db.read(workspaceId).variables.listSecrets())
      yield {
        name: `variable ${id}`,
        sealed,
        sealContext: variableContext(id),
        replace: (to) =>
          isDone(
            db.write(workspaceId, ({ variables }) =>
              variables.update(id, { sealed: to }, { expectedRevision: revision }),
            ),
          ),
      }
  }),
  credentials: inEachWorkspace(async function* (context, workspaceId) {
    for await (const { id, sealed } of readCredentials(context, workspaceId))
      yield {
        name: `credential ${id}`,
        sealed,
        sealContext: credentialContext(id),
        replace: (to) =>
          isDone(context.db.write(workspaceId, ({ credentials }) => credentials.update(id, { sealed: to }))),
      }
  }),
  connections: inEachWorkspace(async function* (context, workspaceId) {
    for await (const { id } of readCredentials(context, workspaceId)) {
      const seen = await context.db.read(workspaceId).connections.find(id)
      if (seen)
        yield {
          name: `account of credential ${id}`,
          sealed: seen.sealed,
          sealContext: connectionContext(id),
          replace: (to) => context.db.write(workspaceId, ({ connections }) => connections.reseal(seen, to)),
        }
    }
  }),
}

/** Every sealed record of the installation that lasts, one after the other. */
export async function* readSealedRecords(context: Opened): AsyncGenerator<SealedRecord> {
  for (const walk of Object.values(walks)) yield* walk(context)
}
