/** Rows of any statement; the names of two columns may be equal. */
export interface ResultTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Whether there are more rows. */
  readonly isCut: boolean
}

/** A step of a plan that the server makes for a statement. */
export interface PlanStep {
  readonly label: string
  readonly details: Readonly<Record<string, string>>
  readonly steps: readonly PlanStep[]
}

/** Statements around others. */
export interface Bracket {
  readonly begin: readonly string[]
  readonly end: readonly string[]
}

/** How people look at the rows of a vendor's tables, and change them. Expressions are SQL. */
export interface BrowseRules {
  /** Statements of a session and of a transaction in which the server itself rejects every change. */
  readonly readOnly: {
    readonly session: readonly string[]
    readonly transaction: Bracket
    /** A transaction that a statement of a person cannot end either; the id is one that nobody can guess. */
    sealed(id: string): Bracket
  }
  /** A transaction that changes rows. */
  readonly write: { readonly begin: string; readonly commit: string; readonly rollBack: string }
  /** Whether rows with NULL come before others in ascending order. */
  readonly nullsFirst: boolean
  /** The operator that compares texts with a pattern, whatever the case of their letters. */
  readonly like: string
  /** Whether the server rejects what is no value of a column's type. */
  readonly checksTypes: boolean
  literal(text: string): string
  number(text: string): string
  boolean(value: boolean): string
  bytes(hex: string): string
  /** A number of the type FLOAT with all its digits. */
  exactFloat(expression: string): string
  asText(expression: string): string
  /** The first characters of a text. */
  startOf(expression: string, length: number): string
  /** The number of bytes of a value. */
  sizeOf(expression: string): string
  hexOf(expression: string): string
  /** A GEOMETRY and a BIT as text. */
  geometryText(expression: string): string
  bitText(expression: string): string
  /** What follows the table in an INSERT without values. */
  readonly noValues: string
  /** What follows a SELECT of rows that this transaction will change. */
  readonly forUpdate: string
  /** A query that estimates the number of rows in a table, in the first column; null where nobody knows. */
  estimate(table: string): string
  /** The statement that shows the plan of another one, and how its answer is read. */
  explain(statement: string): string
  planOf(answer: ResultTable): readonly PlanStep[]
}
