import { z } from 'zod'
import { capabilitySchema } from './capability.ts'
import { jsonValueSchema } from './json.ts'
import { PARAM_MEANINGS, type ParamMeaning } from './param-meaning.ts'

/**
 * What a node is for the engine: a **component** is data that a step is given and has no effect of its own, a **step** runs and is
 * journaled, a **trigger** starts a run, a **note** is never run.
 */
export const nodeKindSchema = z.enum(['component', 'step', 'trigger', 'note'])
export type NodeKind = z.infer<typeof nodeKindSchema>

/** Effects outside the run: decides what may be made again after a crash. */
export const nodeEffectsSchema = z.enum(['none', 'read', 'write'])
export type NodeEffects = z.infer<typeof nodeEffectsSchema>

/** Where a node is drawn, and how its edges are read: agent flows have control edges, chat flows wire components. */
export const nodeCanvasSchema = z.enum(['agent', 'sequential', 'chat'])
export type NodeCanvas = z.infer<typeof nodeCanvasSchema>

/** What a value of an output is. */
export const outputTypeSchema = z.enum(['string', 'number', 'boolean', 'object', 'array', 'any'])
export type OutputType = z.infer<typeof outputTypeSchema>

const optionSchema = z.object({
  label: z.string(),
  name: z.string(),
  description: z.string().optional(),
  imageSrc: z.string().optional(),
  /** Only imported flows have it: it stays and is shown where it was chosen, and is offered nowhere, as it does nothing yet. */
  comesLater: z.boolean().optional(),
  /** Of what kind a value is that this option describes: the type of a field in a row. */
  gives: outputTypeSchema.optional(),
})
export type ParamOption = z.infer<typeof optionSchema>

/** A show or hide rule: path of another value (may hold `$index`) → the value or values that match. */
export const visibilityRuleSchema = z.record(z.string(), jsonValueSchema)
export type VisibilityRule = z.infer<typeof visibilityRuleSchema>

/**
 * One input of a node: a param (drawn as a form field) or an anchor (drawn as a port). Keys and meanings are the
 * reference's (Flowise 3.1), so that saved flows and our catalogue fit.
 */
export interface InputDefinition {
  name: string
  label: string
  /** One of `PARAM_TYPES`, or a class name (`BaseChatModel`) for an anchor. */
  type: string
  default?: z.infer<typeof jsonValueSchema> | undefined
  /** What a new node begins with, where that is another thing than what a missing value means. */
  initial?: z.infer<typeof jsonValueSchema> | undefined
  description?: string | undefined
  placeholder?: string | undefined
  optional?: boolean | undefined
  /** Anchors: control edges end here, and say when the node runs; else a connection brings a component or a value. */
  takesControl?: boolean | undefined
  /** Anchors: takes several connections, in edge order. */
  list?: boolean | undefined
  rows?: number | undefined
  step?: number | undefined
  min?: number | undefined
  max?: number | undefined
  options?: ParamOption[] | undefined
  loadMethod?: string | undefined
  /**
   * Params that the loader needs however long they are; short ones go along anyway. Of `addresses`: those that say where
   * pages are looked for, by which way, and how many are read.
   */
  loadsFrom?: string[] | undefined
  /** The value names a component whose own form is shown below; its settings go to `{name}Config`. */
  loadConfig?: boolean | undefined
  freeSolo?: boolean | undefined
  acceptVariable?: boolean | undefined
  acceptNodeOutputAsVariable?: boolean | undefined
  /** Fields of one row of an `array` or `datagrid` param. */
  array?: InputDefinition[] | undefined
  minItems?: number | undefined
  tabs?: InputDefinition[] | undefined
  tabIdentifier?: string | undefined
  show?: VisibilityRule | undefined
  hide?: VisibilityRule | undefined
  /** Shown under "Additional parameters". */
  additionalParams?: boolean | undefined
  fileType?: string | undefined
  /**
   * `json` of code, and `words` of a line of arguments: such a value is taken apart before variables are filled in. `json`
   * of a string: where the text is JSON, what is filled in stays in its place. `filter`: what is filled in is a value of the
   * filter; one that is no JSON comes as `FilterPiece`s, which are read by `readFilterText`.
   */
  codeLanguage?: string | undefined
  /**
   * Of code that runs in the sandbox: the param beside it whose names it reads as `$name`: the first column of its rows, or
   * the keys of its JSON.
   */
  readsNamesOf?: string | undefined
  /** For `type: 'credential'`: accepted credential types. */
  credentialNames?: string[] | undefined
  /** Only for these clients (`agentflowv2`, `agentflowsdk`). */
  client?: string[] | undefined
  id?: string | undefined
  display?: boolean | undefined
  /** Callers may set it where the flow's author enabled that. Never for addresses, credentials, code and tools. */
  overridable?: boolean | undefined
  /** What the product itself reads the value as. */
  readAs?: ParamMeaning | undefined
  /** Its value tells the node from others of its type: shown on the card. */
  identifies?: boolean | undefined
  /**
   * For params of a type that takes a credential: nothing in it says where the credential or a request's body goes,
   * though it is JSON or code, which nobody can look through beforehand, or its name speaks of hosts.
   */
  namesNoHost?: boolean | undefined
  /** Of a store of vectors: it shapes what a question finds, and nothing of what is stored. */
  onlySearches?: boolean | undefined
  /** Media types of files that reach the model while this switch is on, such as `image/png`. */
  opensMedia?: string[] | undefined
}

export const inputDefinitionSchema: z.ZodType<InputDefinition> = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  default: jsonValueSchema.optional(),
  initial: jsonValueSchema.optional(),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  optional: z.boolean().optional(),
  takesControl: z.boolean().optional(),
  list: z.boolean().optional(),
  rows: z.number().optional(),
  step: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(optionSchema).optional(),
  loadMethod: z.string().optional(),
  loadsFrom: z.array(z.string()).optional(),
  loadConfig: z.boolean().optional(),
  freeSolo: z.boolean().optional(),
  acceptVariable: z.boolean().optional(),
  acceptNodeOutputAsVariable: z.boolean().optional(),
  get array() {
    return z.array(inputDefinitionSchema).optional()
  },
  minItems: z.number().optional(),
  get tabs() {
    return z.array(inputDefinitionSchema).optional()
  },
  tabIdentifier: z.string().optional(),
  show: visibilityRuleSchema.optional(),
  hide: visibilityRuleSchema.optional(),
  additionalParams: z.boolean().optional(),
  fileType: z.string().optional(),
  codeLanguage: z.string().optional(),
  readsNamesOf: z.string().optional(),
  credentialNames: z.array(z.string()).optional(),
  client: z.array(z.string()).optional(),
  id: z.string().optional(),
  display: z.boolean().optional(),
  overridable: z.boolean().optional(),
  readAs: z.enum(PARAM_MEANINGS).optional(),
  identifies: z.boolean().optional(),
  namesNoHost: z.boolean().optional(),
  onlySearches: z.boolean().optional(),
  opensMedia: z.array(z.string()).optional(),
})

/** One output of a node that offers a choice, or one branch of an agent-flow node. */
export const outputDefinitionSchema = z.object({
  name: z.string(),
  label: z.string(),
  baseClasses: z.array(z.string()).optional(),
  description: z.string().optional(),
  isAnchor: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** What a component provides when this output is chosen; without it, what the node provides. */
  provides: z.array(capabilitySchema).optional(),
  /** Whether a flow may end here with this output, and be read as it comes; without them, what the node says. */
  answers: z.boolean().optional(),
  streams: z.boolean().optional(),
})
export type OutputDefinition = z.infer<typeof outputDefinitionSchema>

/** What people look for under other words than those of the nodes; the words stand in the catalogues of texts. */
export const NODE_CONCEPTS = [
  'anthropic',
  'approval',
  'branch',
  'code',
  'databases',
  'documents',
  'google',
  'history',
  'gptModels',
  'images',
  'pages',
  'repetition',
  'requests',
  'retrieval',
  'search',
  'spreadsheets',
  'structured',
  'vectorStores',
] as const
const nodeConceptSchema = z.enum(NODE_CONCEPTS)
export type NodeConcept = z.infer<typeof nodeConceptSchema>

/**
 * A type of node as data: everything that drawing, connecting, validating and planning need, nothing that runs.
 * Served by `GET /nodes`. `name` is the type name stored in flows (`chatOpenAI`, `llmAgentflow`).
 */
export const nodeDefinitionSchema = z.object({
  name: z.string(),
  label: z.string(),
  version: z.number(),
  /** The first base class. */
  type: z.string(),
  /** Name of an icon of the web app's set, or of an SVG served by `/node-icon/:name`. */
  icon: z.string(),
  category: z.string(),
  description: z.string(),
  baseClasses: z.array(z.string()),
  kind: nodeKindSchema,
  effects: nodeEffectsSchema,
  /** Where it is drawn; `chat` when not said. */
  canvas: nodeCanvasSchema.optional(),
  /** It is no node to draw: people choose it in this setting of a flow, where it stands under its name. */
  settingOf: z.enum(['speechToText', 'textToSpeech']).optional(),
  /** What it provides as a component, with outputs that do not say their own. */
  provides: z.array(capabilitySchema).optional(),
  /**
   * Params that say where the credential or a request's body goes: the address of a server of one's own. Their hosts
   * must be confirmed by somebody who may edit credentials. A field of rows, or of JSON, is named by its path
   * (`servers.url`). Empty: everything goes to the vendor's own address.
   */
  sendsCredentialTo: z.array(z.string()).optional(),
  /**
   * Params beside those that say how the credential goes there: the port, and whether the connection is encrypted. What is
   * confirmed holds for their values alone.
   */
  sendsCredentialBy: z.array(z.string()).optional(),
  /**
   * The param that names, in files of Flowise, where data lie that do not come with the flow (a folder of that server): an
   * import tells of it.
   */
  leavesBehind: z.string().optional(),
  /** Its work reads the workspace's variables itself (code), beside those that its texts name. */
  readsVariables: z.boolean().optional(),
  /** The param that names the node to jump back to (`<id>-<label>`). */
  jumpsTo: z.string().optional(),
  /** Holds other nodes, which are run once per item. */
  holdsNodes: z.boolean().optional(),
  /** What it does otherwise than in Flowise, in a sentence: told where such a node is imported. */
  differs: z.string().optional(),
  /** Params of older versions that a migration reads: an import does not say that they mean nothing. */
  formerInputs: z.array(z.string()).optional(),
  /** What people look for when they want it, under other words than its own: the palette finds it by these. */
  concepts: z.array(nodeConceptSchema).optional(),
  /**
   * Embeddings: its vectors tell which words two texts share, and nothing of what they mean. Beside a ranking by words they
   * decide no order.
   */
  comparesWords: z.boolean().optional(),
  /** Fits most cases: taken first where one of its kind is to be chosen. */
  suggested: z.boolean().optional(),
  color: z.string().optional(),
  tags: z.array(z.string()).optional(),
  badge: z.string().optional(),
  hideInput: z.boolean().optional(),
  hideOutput: z.boolean().optional(),
  credential: inputDefinitionSchema.optional(),
  inputs: z.array(inputDefinitionSchema),
  /** Chat flows: the outputs to choose from. Agent flows: the named branches when they are fixed. */
  outputs: z.array(outputDefinitionSchema).optional(),
  /** Agent flows: what later steps may refer to beside a step's text, by its path in the output (`http.status`). */
  gives: z.array(z.object({ path: z.string(), label: z.string(), type: outputTypeSchema })).optional(),
  /** Agent flows: branches come from the rows of this array param, then one for `else` when given. */
  branches: z.object({ param: z.string(), elseLabel: z.string().optional() }).optional(),
  /** Chat flows: of its outputs only those fire that it names; a flow may end below each of them. */
  choosesOutput: z.boolean().optional(),
  /** Chat flows: this step can end a flow: its result is the answer (chains, agents). */
  answers: z.boolean().optional(),
  /** Whether a flow that holds this model or ending node can stream (`engine.md` 2.5). */
  streams: z.boolean().optional(),
})
export type NodeDefinition = z.infer<typeof nodeDefinitionSchema>

/** What a list needs to draw a type of node; of a type that the catalogue does not hold only its name is known. */
export const nodeMarkSchema = nodeDefinitionSchema
  .pick({ label: true, icon: true, color: true, category: true })
  .partial()
  .extend({ name: z.string() })
export type NodeMark = z.infer<typeof nodeMarkSchema>

/**
 * The account of a vendor is connected by OAuth2. Hosts are fixed: a field of the credential can only fill the place
 * `{tenant}` in a path.
 */
const vendorOAuth2Schema = z.object({
  /** Where people give their consent. */
  authorisationUrl: z.url(),
  /** Where codes and refresh tokens are exchanged. */
  tokenUrl: z.url(),
  /** Where tokens are given back, if anywhere. */
  revocationUrl: z.url().optional(),
  /** The field that fills `{tenant}`, and what stands there without it. */
  tenant: z.object({ field: z.string(), fallback: z.string() }).optional(),
})
export type VendorOAuth2 = z.infer<typeof vendorOAuth2Schema>

/** The server that a field of the credential names says itself where people sign in; its tokens go to that server alone. */
const serverOAuth2Schema = z.object({ serverField: z.string() })

/** How the account of a credential is connected by OAuth2. */
export const oauth2Schema = z.union([vendorOAuth2Schema, serverOAuth2Schema])
export type OAuth2Definition = z.infer<typeof oauth2Schema>

/** A type of credential as data: its fields are params. */
export const credentialDefinitionSchema = z.object({
  name: z.string(),
  label: z.string(),
  version: z.number(),
  description: z.string().optional(),
  icon: z.string().optional(),
  inputs: z.array(inputDefinitionSchema),
  /** Its secrets are tokens of an account, which somebody connects in the browser. */
  oauth2: oauth2Schema.optional(),
  /** The vendor can be asked whether it takes one (`POST /credentials/test`). */
  testable: z.boolean().optional(),
  /**
   * Why nobody can be asked: `addressInNode`: only a node says where its server is; `unused`: nothing is sent to its vendor yet;
   * `paid`: no call that costs nothing would tell; `connect`: connecting the account tells.
   */
  untested: z.enum(['addressInNode', 'unused', 'paid', 'connect']).optional(),
})
export type CredentialDefinition = z.infer<typeof credentialDefinitionSchema>

/** Finds a definition by type name; undefined for a type that the catalogue does not hold. */
export type FindDefinition = (type: string) => NodeDefinition | undefined
