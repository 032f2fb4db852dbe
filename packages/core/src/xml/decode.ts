/** The text of an XML file, or the reason why its bytes cannot be decoded. */
export interface DecodedXml {
  readonly text: string
  /** The problem, and its position in the text. */
  readonly problem?: { readonly reason: string; readonly offset: number }
}

/**
 * Decodes an XML file: by its byte order mark, otherwise by the encoding in its XML declaration, otherwise as UTF-8. `remedy`
 * says what to do about bytes in another encoding.
 */
export function decodeXml(
  contents: string | Uint8Array,
  remedy = 'the XML declaration must name the encoding',
): DecodedXml {
  if (typeof contents === 'string') return { text: contents.replace(/^\uFEFF/, '') }
  const encoding = encodingOf(contents)
  const decoder = decoderFor(encoding)
  if (!decoder) {
    const text = new TextDecoder('latin1').decode(contents)
    return { text, problem: { reason: `encoding "${encoding}" is not known`, offset: text.indexOf(encoding) } }
  }
  try {
    return { text: decoder.decode(contents) }
  } catch {
    const text = new TextDecoder(encoding).decode(contents)
    const reason = `bytes that are not ${encoding.toUpperCase()}; ${remedy}`
    return { text, problem: { reason, offset: Math.max(text.indexOf('\uFFFD'), 0) } }
  }
}

/** Encodes a text like its original file, including the byte order mark. Returns undefined for rare encodings. */
export function encodeXml(text: string, original: Uint8Array): Uint8Array | undefined {
  const encoding = new TextDecoder(encodingOf(original)).encoding
  const hasMark = (original[0] === 0xef && original[1] === 0xbb) || original[0] === 0xff || original[0] === 0xfe
  const marked = hasMark && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text
  if (encoding === 'utf-8') return Buffer.from(marked)
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16()
  return singleBytes(text, encoding)
}

/** Encodes a text in a single-byte encoding. Returns undefined if it has characters without such a byte. */
function singleBytes(text: string, encoding: string): Uint8Array | undefined {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  const encoded = Array.from(text, (character) => bytes.get(character))
  return encoded.every((byte) => byte !== undefined) ? Uint8Array.from(encoded) : undefined
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(start)?.[1]
  // A declaration readable as single bytes cannot be UTF-16, whatever it says: the file has been converted.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined
  }
}
