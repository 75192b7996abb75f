/* The standard game for two, eager policy, written by hand in C for nothing else: what the core is measured against.

   Reads deals (numbers: seat to move; each seat's 20 pay-off cards, bottom first; each seat's 5 hand cards; 54 stock
   cards, next first) from standard input, plays every one of them ROUNDS times, and prints moves, turns, games won and
   seconds. It chooses among moves in the core's order and draws the core's random numbers, so that the same seeds must
   give the same games.

   cc -O3 -o reference reference.c && ./reference ROUNDS < deals */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 2, HAND = 5, SIDE = 4, CENTRE = 3, PAYOFF = 20, BUILD_TO = 12, CARDS = 104, KING = 13, LIMIT = 20000 };

typedef struct {
    uint8_t hand[HAND], hands;
    uint8_t payoff[PAYOFF], payoffs;
    uint8_t side[SIDE][CARDS], sides[SIDE];
} Player;

typedef struct {
    Player player[SEATS];
    uint8_t centre[CENTRE][BUILD_TO], height[CENTRE];
    uint8_t stock[2 * CARDS];
    int first, stocked, turn, over, won, passes, moved;
    uint64_t random;
} Game;

/* SplitMix64: the seed of a game, and the state of the generator that follows from it. */
static const uint64_t HASH_START = 0x9E3779B97F4A7C15u;

static uint64_t finished(uint64_t state) {
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EBu;
    return state ^ (state >> 31);
}

static uint64_t seed_after(uint64_t seed, uint64_t number) {
    return finished(finished(seed + HASH_START) + (number + 1) * HASH_START);
}

static uint32_t random_word(Game *g) {
    uint64_t state = g->random;
    uint32_t word = (uint32_t)(((state >> 18) ^ state) >> 27), turn = (uint32_t)(state >> 59);
    g->random = state * 6364136223846793005u + 1442695040888963407u;
    return (word >> turn) | (word << (-turn & 31));
}

static uint32_t below(Game *g, uint32_t bound) {
    uint64_t product = (uint64_t)random_word(g) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold) product = (uint64_t)random_word(g) * bound;
    }
    return (uint32_t)(product >> 32);
}

static void draw_up(Game *g, Player *p) {
    while (p->hands < HAND) {
        if (!g->stocked) {
            g->over = 1;
            return;
        }
        p->hand[p->hands++] = g->stock[g->first++];
        g->stocked--;
    }
}

static void swap(uint8_t *a, uint8_t *b) {
    uint8_t card = *a;
    *a = *b;
    *b = card;
}

static void complete(Game *g, int place) {
    if (g->first + g->stocked + BUILD_TO > 2 * CARDS) {
        memmove(g->stock, g->stock + g->first, (size_t)g->stocked);
        g->first = 0;
    }
    memcpy(g->stock + g->first + g->stocked, g->centre[place], BUILD_TO);
    g->stocked += BUILD_TO;
    g->height[place] = 0;
    /* Two cards from each random number (Brackett-Rozinsky and Lemire 2024). */
    uint8_t *stock = g->stock + g->first;
    for (uint32_t i = (uint32_t)g->stocked - 1; (int32_t)i > 0; i -= 2) {
        uint32_t orders = i * (i + 1);
        uint64_t first = (uint64_t)random_word(g) * (i + 1), second = (uint64_t)(uint32_t)first * i;
        if ((uint32_t)second < orders) {
            uint32_t threshold = -orders % orders;
            while ((uint32_t)second < threshold) {
                first = (uint64_t)random_word(g) * (i + 1);
                second = (uint64_t)(uint32_t)first * i;
            }
        }
        swap(stock + i, stock + (first >> 32));
        swap(stock + i - 1, stock + (second >> 32));
    }
}

static int repeats(const Player *p, int i) {
    for (int j = 0; j < i; j++)
        if (p->hand[j] == p->hand[i]) return 1;
    return 0;
}

/* A play: source (0-4 a hand card, 5 the pay-off pile, 6-9 a side stack) and centre place. */
typedef struct {
    uint8_t source, place;
} Play;

static int add(const Game *g, Play *plays, int count, int source, int card) {
    int rank = card >> 3;
    for (int place = 0; place < CENTRE; place++)
        if (rank == KING || g->height[place] == rank - 1) plays[count++] = (Play){(uint8_t)source, (uint8_t)place};
    return count;
}

static void remove_hand(Player *p, int i) {
    p->hands--;
    for (; i < p->hands; i++) p->hand[i] = p->hand[i + 1];
}

static void end_turn(Game *g) {
    g->passes = g->moved ? 0 : g->passes + 1;
    g->moved = 0;
    g->turn ^= 1;
    if (g->passes == SEATS)
        g->over = 1;
    else
        draw_up(g, &g->player[g->turn]);
}

static int play(Game *g, long *turns) {
    Player *p = &g->player[g->turn];
    Play plays[(HAND + 1 + SIDE) * CENTRE];
    int count = 0;
    for (int i = 0; i < p->hands; i++)
        if (!repeats(p, i)) count = add(g, plays, count, i, p->hand[i]);
    if (p->payoffs) count = add(g, plays, count, HAND, p->payoff[p->payoffs - 1]);
    for (int i = 0; i < SIDE; i++)
        if (p->sides[i]) count = add(g, plays, count, HAND + 1 + i, p->side[i][p->sides[i] - 1]);
    if (count) {
        Play chosen = plays[count > 1 ? below(g, (uint32_t)count) : 0];
        int source = chosen.source, place = chosen.place;
        uint8_t card;
        if (source < HAND) {
            card = p->hand[source];
            remove_hand(p, source);
        } else if (source == HAND)
            card = p->payoff[--p->payoffs];
        else
            card = p->side[source - HAND - 1][--p->sides[source - HAND - 1]];
        g->moved = 1;
        g->centre[place][g->height[place]++] = card;
        if (g->height[place] == BUILD_TO) complete(g, place);
        if (!p->payoffs) {
            g->over = g->won = 1;
            return 1;
        }
        if (!p->hands) draw_up(g, p);
    } else {
        int cards[HAND], different = 0;
        for (int i = 0; i < p->hands; i++)
            if (!repeats(p, i)) cards[different++] = i;
        if (different) {
            uint32_t chosen = below(g, (uint32_t)different * SIDE);
            int i = cards[chosen / SIDE], stack = (int)(chosen % SIDE);
            p->side[stack][p->sides[stack]++] = p->hand[i];
            remove_hand(p, i);
            g->moved = 1;
        }
        end_turn(g);
        ++*turns;
    }
    return 1;
}

static int number(void) {
    int value;
    if (scanf("%d", &value) != 1) exit(1);
    return value;
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 1, deals = number();
    Game *start = calloc((size_t)deals, sizeof *start);
    long moves = 0, turns = 0, won = 0;
    for (int i = 0; i < deals; i++) {
        Game *g = &start[i];
        g->turn = number();
        for (int s = 0; s < SEATS; s++)
            while (g->player[s].payoffs < PAYOFF) g->player[s].payoff[g->player[s].payoffs++] = (uint8_t)number();
        for (int s = 0; s < SEATS; s++)
            while (g->player[s].hands < HAND) g->player[s].hand[g->player[s].hands++] = (uint8_t)number();
        while (g->stocked < CARDS - SEATS * (PAYOFF + HAND)) g->stock[g->stocked++] = (uint8_t)number();
    }
    clock_t begun = clock();
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < deals; i++) {
            Game g = start[i];
            g.random = finished(seed_after(0, (uint64_t)round * (uint64_t)deals + (uint64_t)i) + HASH_START);
            for (int played = 0; played < LIMIT && !g.over; played++) moves += play(&g, &turns);
            won += g.won;
        }
    printf("{\"moves\": %ld, \"turns\": %ld, \"won\": %ld, \"seconds\": %f}\n", moves, turns, won,
           (double)(clock() - begun) / CLOCKS_PER_SEC);
    return 0;
}
