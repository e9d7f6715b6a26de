// Plain JavaScript, since the library's own declarations pull the types of a browser into every file of the room.
import nodeSaml from '@node-saml/node-saml'

export const { SAML, generateServiceProviderMetadata } = nodeSaml
