import { firstTables } from './0001-first-tables.ts'
import { sessionRules } from './0002-session-rules.ts'
import { flowUses } from './0003-flow-uses.ts'
import { finishedCalls } from './0004-finished-calls.ts'
import { strangersFiles } from './0005-strangers-files.ts'
import { connectedAccounts } from './0006-connected-accounts.ts'
import { customTools } from './0007-custom-tools.ts'
import { customTemplates } from './0008-custom-templates.ts'
import { vectorIndexes } from './0009-vector-indexes.ts'
import { documentStores } from './0010-document-stores.ts'
import { accountLife } from './0011-account-life.ts'
import { peopleAndRoles } from './0012-people-and-roles.ts'
import { lastWorkspace } from './0013-last-workspace.ts'
import { passkeys } from './0014-passkeys.ts'
import { longLists } from './0015-long-lists.ts'
import { mcpServers } from './0016-mcp-servers.ts'
import { sharedItems } from './0017-shared-items.ts'
import { singleSignOn } from './0018-single-sign-on.ts'
import { loaderRefreshes } from './0019-loader-refreshes.ts'
import { documentTags } from './0020-document-tags.ts'
import { rulesAskedOnce } from './0021-rules-asked-once.ts'
import { provisioning } from './0022-provisioning.ts'
import { betterRetrieval } from './0023-better-retrieval.ts'
import { chunkContexts } from './0024-chunk-contexts.ts'
import { provedDomains } from './0025-proved-domains.ts'
import { secretVariables } from './0026-secret-variables.ts'
import { fineCodes } from './0027-fine-codes.ts'
import { placeholders } from './0028-placeholders.ts'
import { searchedSignIns } from './0029-searched-sign-ins.ts'
import { keptSearches } from './0030-kept-searches.ts'
import { joinedBySignOn } from './0031-joined-by-sign-on.ts'
import { logsOfAWorkspace } from './0032-logs-of-a-workspace.ts'
import { placesByTime } from './0033-places-by-time.ts'
import { givenRoles } from './0034-given-roles.ts'
import { sourcesOfLoaders } from './0035-sources-of-loaders.ts'
import { signInsOfAMembership } from './0036-sign-ins-of-a-membership.ts'
import { rerankersOfStores } from './0037-rerankers-of-stores.ts'
import { mailsAndGuesses } from './0038-mails-and-guesses.ts'
import { statesOfInnerFlows } from './0039-states-of-inner-flows.ts'
import { placesByPerson } from './0040-places-by-person.ts'
import { repeatedCallsByWorkspace } from './0041-repeated-calls-by-workspace.ts'
import { revisionsOfTheAdministration } from './0042-revisions-of-the-administration.ts'
import { vectorsOfChats } from './0043-vectors-of-chats.ts'
import { runsInTurn } from './0044-runs-in-turn.ts'
import type { SchemaMigration } from './migration.ts'

/** Every migration by its numbered name, oldest first. A released one is never changed. */
export const allMigrations: Readonly<Record<string, SchemaMigration>> = {
  '0001-first-tables': firstTables,
  '0002-session-rules': sessionRules,
  '0003-flow-uses': flowUses,
  '0004-finished-calls': finishedCalls,
  '0005-strangers-files': strangersFiles,
  '0006-connected-accounts': connectedAccounts,
  '0007-custom-tools': customTools,
  '0008-custom-templates': customTemplates,
  '0009-vector-indexes': vectorIndexes,
  '0010-document-stores': documentStores,
  '0011-account-life': accountLife,
  '0012-people-and-roles': peopleAndRoles,
  '0013-last-workspace': lastWorkspace,
  '0014-passkeys': passkeys,
  '0015-long-lists': longLists,
  '0016-mcp-servers': mcpServers,
  '0017-shared-items': sharedItems,
  '0018-single-sign-on': singleSignOn,
  '0019-loader-refreshes': loaderRefreshes,
  '0020-document-tags': documentTags,
  '0021-rules-asked-once': rulesAskedOnce,
  '0022-provisioning': provisioning,
  '0023-better-retrieval': betterRetrieval,
  '0024-chunk-contexts': chunkContexts,
  '0025-proved-domains': provedDomains,
  '0026-secret-variables': secretVariables,
  '0027-fine-codes': fineCodes,
  '0028-placeholders': placeholders,
  '0029-searched-sign-ins': searchedSignIns,
  '0030-kept-searches': keptSearches,
  '0031-joined-by-sign-on': joinedBySignOn,
  '0032-logs-of-a-workspace': logsOfAWorkspace,
  '0033-places-by-time': placesByTime,
  '0034-given-roles': givenRoles,
  '0035-sources-of-loaders': sourcesOfLoaders,
  '0036-sign-ins-of-a-membership': signInsOfAMembership,
  '0037-rerankers-of-stores': rerankersOfStores,
  '0038-mails-and-guesses': mailsAndGuesses,
  '0039-states-of-inner-flows': statesOfInnerFlows,
  '0040-places-by-person': placesByPerson,
  '0041-repeated-calls-by-workspace': repeatedCallsByWorkspace,
  '0042-revisions-of-the-administration': revisionsOfTheAdministration,
  '0043-vectors-of-chats': vectorsOfChats,
  '0044-runs-in-turn': runsInTurn,
}
