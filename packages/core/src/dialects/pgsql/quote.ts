export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
