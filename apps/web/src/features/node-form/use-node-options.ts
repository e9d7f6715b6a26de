import { useDebouncedValue } from '@mantine/hooks'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { type FieldOwner, type FieldProps, useFormModel } from './form-model.ts'
import { useStoredCredentials } from './use-stored-credentials.ts'

const FRESH_MS = 60_000
const TYPING_MS = 400

/** The options of a param as the server gives them for the node's values, its credential and the nodes before it. */
export function useNodeOptions({ input, owner }: Pick<FieldProps, 'input' | 'owner'>) {
  const model = useFormModel()
  const chosen = model.credentialAt(owner.path === '' ? 'credential' : owner.path)
  const loadMethod = input.loadMethod ?? ''
  const isLoaded = loadMethod !== '' && owner.type !== ''
  const { stored, isUnknown } = useStoredCredentials({
    names: model.find(owner.type)?.credential?.credentialNames ?? [],
    chosen,
    isWanted: isLoaded && chosen !== undefined,
  })
  // The server refuses a credential that it does not have: the field of the credential says so, without a request.
  const credential = isUnknown ? undefined : chosen
  const [values] = useDebouncedValue(owner.values, TYPING_MS)
  const inputs = { ...scalarsOf(values, input), ...settingsOf(owner.inputs, values) }
  const previousNodes = model.listPreviousNodes()
  const { flowId } = model
  return useQuery({
    queryKey: ['node-options', owner.type, loadMethod, credential, inputs, previousNodes, flowId],
    queryFn: ({ signal }) =>
      api.loadNodeMethod(
        {
          params: { name: owner.type },
          body: {
            loadMethod,
            inputs,
            previousNodes,
            ...(credential === undefined ? {} : { credential }),
            ...(flowId === undefined ? {} : { chatflowId: flowId }),
          },
        },
        { signal },
      ),
    enabled: isLoaded && !stored.isLoading,
    staleTime: FRESH_MS,
    placeholderData: (before) => before,
  })
}

/** The same of the components that are chosen among these values. */
function settingsOf(inputs: FieldOwner['inputs'], values: JsonObject): JsonObject {
  const chosen = inputs.flatMap(({ name, loadConfig }): [string, JsonObject][] => {
    const settings = values[`${name}Config`]
    return loadConfig && isJsonObject(settings) ? [[`${name}Config`, withoutRows(settings, name)]] : []
  })
  return Object.fromEntries(chosen)
}

/** The values that options may depend on: the chosen ones of other params, without rows, and of long texts those that are needed. */
function scalarsOf(values: JsonObject, { name: own, loadsFrom = [] }: FieldProps['input']): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => loadsFrom.includes(name) || (name !== own && isShort(value, LONGEST_TEXT)),
    ),
  )
}

const withoutRows = (settings: JsonObject, own: string): JsonObject =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => name !== own && isShort(value, LONGEST_SETTING)),
  )

const LONGEST_TEXT = 200
/** Of a component that is chosen: a text of it may say which server is meant. */
const LONGEST_SETTING = 4_000

const isShort = (value: JsonValue | undefined, limit: number): boolean =>
  (typeof value !== 'object' || value === null) && String(value).length < limit
