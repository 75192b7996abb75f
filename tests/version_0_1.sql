BEGIN TRANSACTION;
CREATE TABLE accounts (
	person VARCHAR(64) NOT NULL, 
	name VARCHAR(60), 
	name_key VARCHAR(120), 
	language VARCHAR(16), 
	mail VARCHAR(254), 
	mailbox VARCHAR(64), 
	recovery VARCHAR(64), 
	settings TEXT DEFAULT '{}' NOT NULL, 
	settings_revision INTEGER DEFAULT '0' NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (person), 
	CONSTRAINT uq_accounts_name_key UNIQUE (name_key), 
	CONSTRAINT uq_accounts_mailbox UNIQUE (mailbox), 
	CONSTRAINT uq_accounts_recovery UNIQUE (recovery)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0025');
CREATE TABLE blocks (
	id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	subject VARCHAR(64) NOT NULL, 
	reason VARCHAR(200) NOT NULL, 
	blocked_at BIGINT NOT NULL, 
	until BIGINT, 
	CONSTRAINT pk_blocks PRIMARY KEY (id), 
	CONSTRAINT uq_blocks_kind_subject UNIQUE (kind, subject)
);
CREATE TABLE "contributions" (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	contribution VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_contributions PRIMARY KEY (table_id, number, owner), 
	CONSTRAINT fk_contributions_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE day_tries (
	day VARCHAR(10) NOT NULL, 
	root BLOB NOT NULL, 
	candidate INTEGER DEFAULT '0' NOT NULL, 
	tries INTEGER DEFAULT '0' NOT NULL, 
	won INTEGER DEFAULT '0' NOT NULL, 
	table_id VARCHAR(32), 
	claimed_until BIGINT, 
	CONSTRAINT pk_day_tries PRIMARY KEY (day)
);
CREATE TABLE days (
	day VARCHAR(10) NOT NULL, 
	secret BLOB NOT NULL, 
	CONSTRAINT pk_days PRIMARY KEY (day)
);
CREATE TABLE devices (
	id VARCHAR(64) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	browser VARCHAR(40) NOT NULL, 
	system VARCHAR(40) NOT NULL, 
	made_at BIGINT NOT NULL, 
	used_at BIGINT NOT NULL, 
	revoked_at BIGINT, replaces VARCHAR(64), 
	CONSTRAINT pk_devices PRIMARY KEY (id), 
	CONSTRAINT fk_devices_person FOREIGN KEY(person) REFERENCES accounts (person) ON DELETE CASCADE
);
CREATE TABLE "games" (
	id INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	"match" INTEGER NOT NULL, 
	dealer INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	contributions TEXT NOT NULL, 
	started_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	result TEXT, 
	seats TEXT, 
	stand_ins TEXT, 
	deal TEXT, figures TEXT, offline BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_table_id_number UNIQUE (table_id, number), 
	CONSTRAINT fk_games_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "games" VALUES(1,'t1',1,1,1,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','["x", "y"]',1000,NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE helps (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	CONSTRAINT pk_helps PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_helps_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE house_rules (
	owner VARCHAR(64) NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	rules TEXT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pk_house_rules PRIMARY KEY (owner, id)
);
CREATE TABLE instance (
	id VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_instance PRIMARY KEY (id)
);
CREATE TABLE mail_consents (
	mailbox VARCHAR(64) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	token VARCHAR(43) NOT NULL, 
	asked INTEGER DEFAULT '0' NOT NULL, 
	asked_at BIGINT, 
	confirmed_at BIGINT, 
	CONSTRAINT pk_mail_consents PRIMARY KEY (mailbox, owner), 
	CONSTRAINT uq_mail_consents_token UNIQUE (token)
);
CREATE TABLE mail_stops (
	mailbox VARCHAR(64) NOT NULL, 
	token VARCHAR(43) NOT NULL, 
	stopped_at BIGINT NOT NULL, 
	CONSTRAINT pk_mail_stops PRIMARY KEY (mailbox), 
	CONSTRAINT uq_mail_stops_token UNIQUE (token)
);
CREATE TABLE "mails" (
	table_id VARCHAR(32) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	language VARCHAR(16) NOT NULL, 
	token VARCHAR(43) NOT NULL, 
	sent_game INTEGER, 
	sent_ply INTEGER, mailbox VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_mails PRIMARY KEY (table_id, owner), 
	CONSTRAINT uq_mails_token UNIQUE (token), 
	CONSTRAINT fk_mails_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE "moves" (
	game_id INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text VARCHAR(64) NOT NULL, 
	message_id VARCHAR(64), 
	note VARCHAR(60), 
	made_at BIGINT NOT NULL, 
	CONSTRAINT pk_moves PRIMARY KEY (game_id, ply), 
	CONSTRAINT fk_moves_game_id FOREIGN KEY(game_id) REFERENCES "games" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE operations (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	done_at BIGINT NOT NULL, 
	who VARCHAR(120) NOT NULL, 
	what VARCHAR(40) NOT NULL, 
	subject VARCHAR(200) NOT NULL, 
	changed TEXT
);
CREATE TABLE passkeys (
	id INTEGER NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	credential VARCHAR(1400) NOT NULL, 
	public_key BLOB NOT NULL, 
	sign_count BIGINT NOT NULL, 
	site VARCHAR(255) NOT NULL, 
	browser VARCHAR(40) NOT NULL, 
	system VARCHAR(40) NOT NULL, 
	made_at BIGINT NOT NULL, 
	used_at BIGINT, 
	CONSTRAINT pk_passkeys PRIMARY KEY (id), 
	CONSTRAINT uq_passkeys_credential UNIQUE (credential), 
	CONSTRAINT fk_passkeys_person FOREIGN KEY(person) REFERENCES accounts (person) ON DELETE CASCADE
);
CREATE TABLE patience_days (
	day VARCHAR(10) NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	number BIGINT NOT NULL, 
	CONSTRAINT pk_patience_days PRIMARY KEY (day, preset)
);
CREATE TABLE patience_deals (
	preset VARCHAR(64) NOT NULL, 
	number BIGINT NOT NULL, 
	level VARCHAR(16) NOT NULL, 
	taken BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_patience_deals PRIMARY KEY (preset, number)
);
CREATE TABLE puzzle_people (
	owner VARCHAR(64) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	tried INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_people PRIMARY KEY (owner)
);
CREATE TABLE puzzle_ratings (
	puzzle VARCHAR(16) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	tried INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
);
CREATE TABLE puzzle_results (
	owner VARCHAR(64) NOT NULL, 
	puzzle VARCHAR(16) NOT NULL, 
	outcome INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	day VARCHAR(10), 
	mu FLOAT, 
	sigma FLOAT, proven BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_puzzle_results PRIMARY KEY (owner, puzzle)
);
CREATE TABLE puzzle_runs (
	id VARCHAR(32) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seed INTEGER NOT NULL, 
	started_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	solved INTEGER NOT NULL, 
	missed INTEGER NOT NULL, puzzle VARCHAR(16), 
	CONSTRAINT pk_puzzle_runs PRIMARY KEY (id)
);
CREATE TABLE rating_changes (
	person VARCHAR(64) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	family VARCHAR(16) NOT NULL, 
	games INTEGER NOT NULL, 
	ended_at BIGINT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, proof BOOLEAN DEFAULT 0 NOT NULL, computers VARCHAR(200) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_rating_changes PRIMARY KEY (person, table_id, number), 
	CONSTRAINT fk_rating_changes_person FOREIGN KEY(person) REFERENCES accounts (person) ON DELETE CASCADE
);
CREATE TABLE ratings (
	person VARCHAR(64) NOT NULL, 
	family VARCHAR(16) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, proven BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (person, family), 
	CONSTRAINT fk_ratings_person FOREIGN KEY(person) REFERENCES accounts (person) ON DELETE CASCADE
);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	reported_at BIGINT NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	reporter VARCHAR(64) NOT NULL, 
	person VARCHAR(64), 
	name VARCHAR(60) NOT NULL, 
	line VARCHAR(400), 
	closed_at BIGINT, 
	note VARCHAR(200) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_reports PRIMARY KEY (id)
);
CREATE TABLE "seals" (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	CONSTRAINT pk_seals PRIMARY KEY (table_id), 
	CONSTRAINT fk_seals_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seals" VALUES('t1',2,X'2DB7A9C666E4A1C62FD386A68F3FA0DF66C830128401AA260F81FFF0EED1459D');
CREATE TABLE "seats" (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	player VARCHAR(60), 
	owner VARCHAR(64), 
	free BOOLEAN DEFAULT 0 NOT NULL, 
	stand_in VARCHAR(16), 
	head VARCHAR(20), stand_in_since BIGINT, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('t1',0,'person','Ada',NULL,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',0,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('t1',1,'computer','Greedy','greedy',NULL,0,NULL,NULL,NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	name VARCHAR(120) NOT NULL, 
	preset VARCHAR(64), 
	rules TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	game INTEGER NOT NULL, 
	turn INTEGER, 
	scores TEXT NOT NULL, 
	match_over BOOLEAN NOT NULL, settings TEXT DEFAULT '{}' NOT NULL, listed BOOLEAN DEFAULT 0 NOT NULL, timed BOOLEAN DEFAULT 0 NOT NULL, clocks TEXT, revision INTEGER DEFAULT '0' NOT NULL, changes BIGINT DEFAULT '0' NOT NULL, kicked TEXT DEFAULT '[]' NOT NULL, clocks_since BIGINT, clocks_seen BIGINT, day VARCHAR(10), given_up_at BIGINT, cards_left TEXT, practice VARCHAR(80), kind VARCHAR(16) DEFAULT 'spite' NOT NULL, closed_at BIGINT, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('t1','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','Standard','standard','{"players": 2, "partners": false, "deck": {"packs": 2, "jokers": 0}, "payoff_deck": null, "wilds": ["K"], "build_to": 12, "wild_never": [], "wild_covered": false, "hand": 5, "payoff": 2, "payoff_piles": 1, "centre": 3, "completed": "shuffle", "side": 4, "side_order": "any", "side_dealt": false, "side_filled": false, "no_discard": [], "pairs": false, "pass": false, "loading": false, "empty_hand": "refill", "forced": [], "forced_from": [], "first": "highest", "stock_out": "draw", "stalemate": "end", "score": {"win": 5, "card": 1, "stalemate": "difference"}, "target": 50}',1000,2000,1,0,'[0, 0]',0,'{}',0,0,NULL,0,0,'[]',NULL,NULL,NULL,NULL,NULL,NULL,'spite',NULL);
CREATE TABLE tickets (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	person VARCHAR(64), 
	data TEXT DEFAULT '' NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_tickets PRIMARY KEY (id), 
	CONSTRAINT fk_tickets_person FOREIGN KEY(person) REFERENCES accounts (person) ON DELETE CASCADE
);
CREATE INDEX ix_tables_owner_changed_at ON tables (owner, changed_at);
CREATE INDEX ix_tables_game_changed_at ON tables (game, changed_at);
CREATE INDEX ix_tables_preset_created_at ON tables (preset, created_at);
CREATE UNIQUE INDEX ix_tables_day_owner_preset ON tables (day, owner, preset);
CREATE INDEX ix_patience_deals_preset_taken_level ON patience_deals (preset, taken, level);
CREATE INDEX ix_reports_closed_at ON reports (closed_at);
CREATE INDEX ix_seats_owner ON seats (owner);
CREATE INDEX ix_mails_mailbox ON mails (mailbox);
CREATE INDEX ix_devices_person ON devices (person);
CREATE INDEX ix_devices_revoked_at ON devices (revoked_at);
CREATE INDEX ix_passkeys_person ON passkeys (person);
CREATE INDEX ix_tickets_person ON tickets (person);
CREATE INDEX ix_tickets_expires_at ON tickets (expires_at);
CREATE INDEX ix_puzzle_results_owner_at ON puzzle_results (owner, at);
CREATE INDEX ix_puzzle_results_day ON puzzle_results (day);
CREATE INDEX ix_puzzle_runs_owner ON puzzle_runs (owner);
CREATE INDEX ix_ratings_family_mu ON ratings (family, mu);
CREATE INDEX ix_rating_changes_person_family_games ON rating_changes (person, family, games);
CREATE INDEX ix_rating_changes_table_id_number ON rating_changes (table_id, number);
CREATE INDEX ix_puzzle_runs_puzzle ON puzzle_runs (puzzle);
CREATE INDEX ix_games_secret ON games (secret);
DELETE FROM "sqlite_sequence";
COMMIT;
