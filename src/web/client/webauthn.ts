// Passkeys in the browser: options and answers as JSON, which older browsers do not convert themselves.

const toBytes = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
};
const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Whether the browser has passkeys here: only in secure contexts. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && globalThis.isSecureContext;

interface Listed {
  readonly id: string;
  readonly transports?: readonly string[];
}

const listed = (keys: unknown): PublicKeyCredentialDescriptor[] => {
  const found: readonly Listed[] = Array.isArray(keys) ? keys : [];
  return found.map(({ id }) => ({ id: toBytes(id), type: 'public-key' }));
};

/** Options of the service, whose binary fields are base64url. */
export interface JsonOptions {
  readonly challenge: string;
  readonly [field: string]: unknown;
}

/** Asks for a passkey. The answer as JSON; undefined when the person gave up. */
export async function usePasskey(options: JsonOptions) {
  const { challenge, rpId, timeout, userVerification, allowCredentials } = options;
  const verification =
    userVerification === 'required' || userVerification === 'discouraged' ? userVerification : 'preferred';
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: toBytes(challenge),
    ...(typeof rpId === 'string' ? { rpId } : {}),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    userVerification: verification,
    allowCredentials: listed(allowCredentials),
  };
  const found = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(found instanceof PublicKeyCredential)) return undefined;
  const { response } = found;
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined;
  return {
    id: found.id,
    rawId: toText(found.rawId),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
    },
  };
}

/** Makes a passkey. The answer as JSON; undefined when the person gave up. */
export async function createPasskey(options: JsonOptions) {
  const { challenge, rp, user, excludeCredentials, pubKeyCredParams, timeout, authenticatorSelection } = options;
  const owner: Record<string, unknown> = isRecord(user) ? user : {};
  const selection: Record<string, unknown> = isRecord(authenticatorSelection) ? authenticatorSelection : {};
  const algorithms: readonly unknown[] = Array.isArray(pubKeyCredParams) ? pubKeyCredParams : [];
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: toBytes(challenge),
    rp: isRecord(rp) ? { id: String(rp.id), name: String(rp.name) } : { name: '' },
    user: { id: toBytes(String(owner.id)), name: String(owner.name), displayName: String(owner.displayName) },
    pubKeyCredParams: algorithms.flatMap((item) =>
      isRecord(item) ? [{ type: 'public-key' as const, alg: Number(item.alg) }] : [],
    ),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    excludeCredentials: listed(excludeCredentials),
    attestation: 'none',
    authenticatorSelection: {
      residentKey: selection.residentKey === 'required' ? 'required' : 'preferred',
      requireResidentKey: selection.residentKey === 'required',
      userVerification: 'preferred',
    },
  };
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return undefined;
  const { response } = made;
  if (!(response instanceof AuthenticatorAttestationResponse)) return undefined;
  return {
    id: made.id,
    rawId: toText(made.rawId),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
