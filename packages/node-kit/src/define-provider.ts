import type { CredentialDefinition, JsonObject } from '@runnel/contract'
import type { ChatModel } from './chat-model.ts'
import type { NodeType } from './define-node.ts'

/** What a vendor's code may use to reach the vendor. */
export interface ProviderContext {
  /** The guarded egress client, given to the vendor's SDK as its `fetch`. */
  fetch: typeof fetch
  /**
   * Plain fields of the credential, opened by the vault for this call; undefined when the node names none.
   * A missing or unknown credential is thrown as `missing_credential`.
   */
  credential?: Record<string, string>
  /** Resolves after that many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** Makes a chat model from a node's values. */
export type OpenChatModel = (values: JsonObject, context: ProviderContext) => Promise<ChatModel>

/** What one vendor brings: its nodes, its credential types, and the models behind the nodes. */
export interface Provider {
  name: string
  nodes: NodeType[]
  credentials: CredentialDefinition[]
  /** Node type name → its chat model, loaded on first use. */
  chatModels: Record<string, () => Promise<OpenChatModel>>
}
