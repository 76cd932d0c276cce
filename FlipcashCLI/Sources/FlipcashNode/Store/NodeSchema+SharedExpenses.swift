extension NodeSchema {
    /// What people share: accounts, entities, who sees what, and what a server keeps of requests (expense specification
    /// §15.3).
    ///
    /// An entity's content stands once, in `split_entities.data`, as the bytes of its message. The other tables hold what
    /// the rules look entities up by. All ids of people and entities are blobs of the 16 bytes of a UUID; times of
    /// entities are in milliseconds since 1970, all others in nanoseconds.
    static let sharedExpenses = splitAccounts + splitEntities + splitLookups + splitVisibility + splitRequests

    /// `state` is 1 for active, 2 for deleting, 3 for deleted. `clearing_until` is the cutoff of a clearing under way.
    ///
    /// `revision` counts what the account has seen change. Changes up to `horizon` are no longer known one by one.
    private static let splitAccounts = """
        CREATE TABLE split_accounts (
            id INTEGER PRIMARY KEY,
            user_id BLOB NOT NULL UNIQUE REFERENCES users (user_id),
            member BLOB NOT NULL UNIQUE CHECK (length(member) = 16),
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
            clearing_until INTEGER,
            revision INTEGER NOT NULL,
            horizon INTEGER NOT NULL CHECK (horizon >= 0),
            created_at INTEGER NOT NULL,
            CHECK (revision >= horizon)
        ) STRICT;
        CREATE INDEX split_accounts_unfinished ON split_accounts (id) WHERE state = 2;
        CREATE TABLE split_aliases (
            alias BLOB PRIMARY KEY CHECK (length(alias) = 16),
            canonical BLOB NOT NULL CHECK (length(canonical) = 16),
            account INTEGER NOT NULL REFERENCES split_accounts (id),
            CHECK (alias <> canonical)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX split_aliases_by_canonical ON split_aliases (canonical);

        """

    /// `space` is the owner of a friend row, whose id is unique for the owner only, and 0 for all other entities. A row
    /// without `data` is an entity that was deleted: its id is never used again. `is_open` marks an expense with a split
    /// that is not settled.
    ///
    /// `split_named` says who is named by an entity: the members of a group, the people of an expense, the parties of a
    /// payment, the ids of a friend. Its kind 8 is for the friend rows that members of a group were made of.
    private static let splitEntities = """
        CREATE TABLE split_entities (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 7),
            space INTEGER NOT NULL CHECK (space >= 0),
            uuid BLOB NOT NULL CHECK (length(uuid) = 16),
            owner INTEGER REFERENCES split_accounts (id),
            grp INTEGER REFERENCES split_entities (id),
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
            updated_at INTEGER NOT NULL,
            data BLOB,
            UNIQUE (kind, space, uuid),
            CHECK (data IS NOT NULL OR owner IS NULL),
            CHECK ((kind = 1) = (space > 0))
        ) STRICT;
        CREATE INDEX split_entities_by_owner ON split_entities (owner, kind, updated_at, id);
        CREATE INDEX split_entities_by_group ON split_entities (grp, kind, id);
        CREATE INDEX split_entities_open ON split_entities (grp, id) WHERE is_open = 1;
        CREATE TABLE split_named (
            member BLOB NOT NULL CHECK (length(member) = 16),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 8),
            owner INTEGER NOT NULL CHECK (owner >= 0),
            entity INTEGER NOT NULL REFERENCES split_entities (id),
            grp INTEGER,
            PRIMARY KEY (member, kind, owner, entity)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX split_named_by_group ON split_named (grp, member, kind, entity) WHERE grp IS NOT NULL;

        """

    /// `split_friends.shown` is the row as its owner sees it, when other rows of the same person are merged into it.
    /// `split_payments.proved_by` is the intent or the cash link whose money has completed the payment.
    private static let splitLookups = """
        CREATE TABLE split_friends (
            entity INTEGER PRIMARY KEY REFERENCES split_entities (id),
            owner INTEGER NOT NULL REFERENCES split_accounts (id),
            folded_name TEXT NOT NULL,
            linked_user BLOB CHECK (length(linked_user) = 16),
            linked_member BLOB CHECK (length(linked_member) = 16),
            shown BLOB
        ) STRICT;
        CREATE INDEX split_friends_by_name ON split_friends (owner, folded_name);
        CREATE INDEX split_friends_by_user ON split_friends (linked_user, entity) WHERE linked_user IS NOT NULL;
        CREATE INDEX split_friends_by_member ON split_friends (linked_member, entity)
            WHERE linked_member IS NOT NULL;
        CREATE TABLE split_payments (
            entity INTEGER PRIMARY KEY REFERENCES split_entities (id),
            proved_by BLOB UNIQUE CHECK (length(proved_by) = 32)
        ) STRICT;
        CREATE TABLE split_settles (
            split BLOB NOT NULL CHECK (length(split) = 16),
            payment INTEGER NOT NULL REFERENCES split_payments (entity),
            PRIMARY KEY (split, payment)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX split_settles_by_payment ON split_settles (payment);
        CREATE TABLE split_invites (
            entity INTEGER PRIMARY KEY REFERENCES split_entities (id),
            creator INTEGER NOT NULL REFERENCES split_accounts (id),
            target BLOB NOT NULL CHECK (length(target) = 16),
            token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
            merged_friend BLOB CHECK (length(merged_friend) = 16)
        ) STRICT;
        CREATE INDEX split_invites_by_target ON split_invites (creator, target);
        CREATE TABLE split_requests (
            entity INTEGER PRIMARY KEY REFERENCES split_entities (id),
            requester INTEGER NOT NULL REFERENCES split_accounts (id),
            recipient INTEGER NOT NULL REFERENCES split_accounts (id),
            target BLOB NOT NULL CHECK (length(target) = 16),
            is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1))
        ) STRICT;
        CREATE INDEX split_requests_by_requester ON split_requests (requester, entity);
        CREATE INDEX split_requests_by_recipient ON split_requests (recipient, entity);
        CREATE INDEX split_requests_pending_to ON split_requests (requester, recipient) WHERE is_pending = 1;
        CREATE INDEX split_requests_pending_for ON split_requests (requester, target) WHERE is_pending = 1;
        CREATE TABLE split_stamps (
            entity INTEGER NOT NULL REFERENCES split_entities (id),
            field TEXT NOT NULL,
            ms INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            actor TEXT NOT NULL,
            PRIMARY KEY (entity, field)
        ) STRICT, WITHOUT ROWID;

        """

    /// `state` is 0 for what is shown, 1 for what the account no longer sees, 2 for what it has cleared. Every change
    /// has a revision of its own in each account, so that a page of changes can end anywhere.
    private static let splitVisibility = """
        CREATE TABLE split_visibility (
            entity INTEGER NOT NULL REFERENCES split_entities (id),
            account INTEGER NOT NULL REFERENCES split_accounts (id),
            revision INTEGER NOT NULL CHECK (revision > 0),
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (entity, account)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX split_visibility_by_revision ON split_visibility (account, revision);
        CREATE INDEX split_visibility_shown ON split_visibility (account, entity) WHERE state = 0;
        CREATE INDEX split_visibility_gone ON split_visibility (changed_at, account, entity) WHERE state <> 0;

        """

    /// `split_fences` holds deletions that go on in the background. `kind` is 1 for a group, and 2 for a member of a
    /// group, who is `member`.
    private static let splitRequests = """
        CREATE TABLE split_results (
            account INTEGER NOT NULL REFERENCES split_accounts (id),
            operation BLOB NOT NULL CHECK (length(operation) = 16),
            result BLOB NOT NULL,
            made_at INTEGER NOT NULL,
            PRIMARY KEY (account, operation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX split_results_by_age ON split_results (made_at, account, operation);
        CREATE TABLE split_windows (
            account INTEGER NOT NULL REFERENCES split_accounts (id),
            class INTEGER NOT NULL CHECK (class BETWEEN 1 AND 3),
            started_at INTEGER NOT NULL,
            requests INTEGER NOT NULL CHECK (requests > 0),
            PRIMARY KEY (account, class)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE split_fences (
            grp INTEGER PRIMARY KEY REFERENCES split_entities (id),
            kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
            member BLOB CHECK (length(member) = 16),
            CHECK ((kind = 2) = (member IS NOT NULL))
        ) STRICT;

        """

    /// Indexes for what the rules look up: an owner's rows about an account, and the closings and payments of a group in
    /// the order of time. Kind 4 is a payment, kind 5 a closing; `updated_at` is when it counts.
    static let sharedExpensesLookups = """
        DROP INDEX split_friends_by_user;
        CREATE INDEX split_friends_by_user ON split_friends (linked_user, owner) WHERE linked_user IS NOT NULL;
        CREATE INDEX split_entities_payments ON split_entities (grp, updated_at) WHERE kind = 4;
        CREATE INDEX split_entities_closings ON split_entities (grp, updated_at) WHERE kind = 5;

        """
}
